/**
 * What is wrong with an answer: which field, and a code. Codes travel; the sentences of each form stand in web/content/messages/.
 * Answers are flat, named as the fields on the page ('driver2.firstName'), so that a form, a draft and a check share them.
 */

/** Field name → what was typed or chosen; a field that was never touched is missing. */
export type Answers = Readonly<Record<string, string>>

/** `Code` is one of those its form may come to, so that each has a sentence there. */
export interface ValidationError<Code extends string = string> {
  readonly field: string
  readonly code: Code
  /** Numbers and names the message prints: { min: '$11,000', max: '$16,400' } */
  readonly values?: Readonly<Record<string, string>>
}

/** An answer without the blanks around it; '' when it was never given. */
export const answerOf = (answers: Answers, field: string): string => (answers[field] ?? '').trim()

/** The same where no sentence is asked for: dictation, and a phone's second blank, set a full stop behind it. */
export const wordOf = (answers: Answers, field: string): string =>
  answerOf(answers, field).replace(/[\s.]{1,4}$/, '')
