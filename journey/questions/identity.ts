/**
 * Validates the details that a customer without a link enters to open a quote: its number, a date of birth
 * and a postcode.
 */
import { isPostcode } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import { type DateOfBirthCode, dateOfBirthError } from './date-of-birth.ts'
import { type Answers, answerOf, type ValidationError, wordOf } from './validation-error.ts'

export type IdentityCode = DateOfBirthCode | 'MANDATORY'
export type RetrieveCode = IdentityCode | 'QUOTE_NUMBER_REQUIRED' | 'QUOTE_NUMBER_INVALID'

/** Only shape is checked here; whether the two belong to the quote is the server's to say, and it never says which. */
export function identityErrors(answers: Answers, today: NzDay): ValidationError<IdentityCode>[] {
  const dateOfBirth = dateOfBirthError(answerOf(answers, 'owner.dateOfBirth'), today, 'any')
  return [
    ...(dateOfBirth ? [{ field: 'owner.dateOfBirth', code: dateOfBirth }] : []),
    ...(isPostcode(answerOf(answers, 'owner.postcode'))
      ? []
      : [{ field: 'owner.postcode', code: 'MANDATORY' as const }]),
  ]
}

const quoteNumberProblems = (answers: Answers): ValidationError<RetrieveCode>[] =>
  wordOf(answers, 'owner.quoteNumber') === ''
    ? [{ field: 'owner.quoteNumber', code: 'QUOTE_NUMBER_REQUIRED' }]
    : []

/** @param hasLink the visitor came by a link, which proves enough beside the number */
export const retrieveErrors = (
  answers: Answers,
  today: NzDay,
  hasLink: boolean,
): ValidationError<RetrieveCode>[] => [
  ...quoteNumberProblems(answers),
  ...(hasLink ? [] : identityErrors(answers, today)),
]
