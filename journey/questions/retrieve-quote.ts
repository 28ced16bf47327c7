/** Validates what a returning customer enters to open a quote: its number, and the owner's details. */
import { isPostcode } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import { trimBlanksAndFullStop } from '#journey/typed-text.ts'
import type { RetrieveQuoteForm } from './form-answers.ts'
import { type DateOfBirthErrorCode, dateOfBirthError } from './person-errors.ts'
import { type FieldPaths, toValidationErrors, type ValidationError } from './validation-error.ts'

type OwnerField = `owner.${FieldPaths<RetrieveQuoteForm>}`

export type IdentityErrorCode = DateOfBirthErrorCode | 'MANDATORY'
export type RetrieveErrorCode = IdentityErrorCode | 'QUOTE_NUMBER_REQUIRED' | 'QUOTE_NUMBER_INVALID'

/** Checks only the format. The server decides whether both belong to the quote, and never says which one is wrong. */
export const identityErrors = (
  owner: RetrieveQuoteForm,
  today: NzDay,
): ValidationError<IdentityErrorCode, OwnerField>[] =>
  toValidationErrors<IdentityErrorCode, OwnerField>([
    ['owner.dateOfBirth', dateOfBirthError(owner.dateOfBirth, today, 'any')],
    ['owner.postcode', isPostcode(owner.postcode.trim()) ? null : 'MANDATORY'],
  ])

/** @param hasLink the customer came by a link, so the quote number is enough */
export const retrieveErrors = (
  owner: RetrieveQuoteForm,
  today: NzDay,
  hasLink: boolean,
): ValidationError<RetrieveErrorCode, OwnerField>[] => [
  ...toValidationErrors<RetrieveErrorCode, OwnerField>([
    ['owner.quoteNumber', trimBlanksAndFullStop(owner.quoteNumber) === '' ? 'QUOTE_NUMBER_REQUIRED' : null],
  ]),
  ...(hasLink ? [] : identityErrors(owner, today)),
]
