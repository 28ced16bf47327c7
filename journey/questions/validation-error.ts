/**
 * The types of answers and of validation errors: a field and a code. Codes are sent; each form's sentences
 * are in web/content/messages. Answers are a flat record named like the page's fields
 * ('driver2.firstName'), so that form, draft and validation share them.
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
