/**
 * The questions that open a quote for a customer without a link: its number, a date of birth and a
 * postcode.
 */
import { isPostcode } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import type { OwnerForm } from './form-answers.ts'
import { type DateOfBirthCode, dateOfBirthError } from './person.ts'
import { errorsOf, type PathsIn, type ValidationError, wordOf } from './validation-error.ts'

type OwnerField = `owner.${PathsIn<OwnerForm>}`

export type IdentityCode = DateOfBirthCode | 'MANDATORY'
export type RetrieveCode = IdentityCode | 'QUOTE_NUMBER_REQUIRED' | 'QUOTE_NUMBER_INVALID'

/** Only the shape is checked here. The server decides whether both belong to the quote, and never says which is wrong. */
export const identityErrors = (owner: OwnerForm, today: NzDay): ValidationError<IdentityCode, OwnerField>[] =>
  errorsOf<IdentityCode, OwnerField>([
    ['owner.dateOfBirth', dateOfBirthError(owner.dateOfBirth.trim(), today, 'any')],
    ['owner.postcode', isPostcode(owner.postcode.trim()) ? null : 'MANDATORY'],
  ])

/** @param hasLink the customer came by a link, so the quote number is enough */
export const retrieveErrors = (
  owner: OwnerForm,
  today: NzDay,
  hasLink: boolean,
): ValidationError<RetrieveCode, OwnerField>[] => [
  ...errorsOf<RetrieveCode, OwnerField>([
    ['owner.quoteNumber', wordOf(owner.quoteNumber) === '' ? 'QUOTE_NUMBER_REQUIRED' : null],
  ]),
  ...(hasLink ? [] : identityErrors(owner, today)),
]
