/**
 * An answer as the server keeps it. Whether a copy still is one, and whether a tab has anything that was not sent, is asked
 * by it: a phone's keyboard sets a blank behind a word, which is neither sent nor copied.
 */
import { normalizeName } from '#journey/people.ts'
import { type Answers, answerOf } from './validation-error.ts'

/** As a name is stored (D9), with every apostrophe straight: two devices may write it differently. '' when it was never given. */
export const normalizedAnswer = (answers: Answers, field: string): string =>
  normalizeName(answerOf(answers, field)).replaceAll('’', "'")
