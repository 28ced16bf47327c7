/** What somebody without a link must enter to reach a quote: its number, a date of birth, a postcode (ENTRY-02, ENTRY-06). */
import { isPostcode } from '#journey/address.ts'
import type { NzDay } from '#journey/dates.ts'
import { type BirthDateCode, birthDateProblem } from './date-of-birth.ts'
import { type Answers, answerOf, type Problem, wordOf } from './validation-error.ts'

export type OwnerCode = BirthDateCode | 'MANDATORY'
export type RetrieveCode = OwnerCode | 'QUOTE_NUMBER_REQUIRED' | 'QUOTE_NUMBER_INVALID'

/** Only shape is checked here; whether the two belong to the quote is the server's to say, and it never says which. */
export function ownerProblems(answers: Answers, today: NzDay): Problem<OwnerCode>[] {
  const dateOfBirth = birthDateProblem(answerOf(answers, 'owner.dateOfBirth'), today, 'any')
  return [
    ...(dateOfBirth ? [{ field: 'owner.dateOfBirth', code: dateOfBirth }] : []),
    ...(isPostcode(answerOf(answers, 'owner.postcode'))
      ? []
      : [{ field: 'owner.postcode', code: 'MANDATORY' as const }]),
  ]
}

const quoteNumberProblems = (answers: Answers): Problem<RetrieveCode>[] =>
  wordOf(answers, 'owner.quoteNumber') === ''
    ? [{ field: 'owner.quoteNumber', code: 'QUOTE_NUMBER_REQUIRED' }]
    : []

/** @param hasLink the visitor came by a link, which proves enough beside the number */
export const retrieveProblems = (
  answers: Answers,
  today: NzDay,
  hasLink: boolean,
): Problem<RetrieveCode>[] => [
  ...quoteNumberProblems(answers),
  ...(hasLink ? [] : ownerProblems(answers, today)),
]
