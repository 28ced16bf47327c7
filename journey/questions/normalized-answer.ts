/**
 * Normalises an answer as the server stores it, to compare a copy or a tab's answers with the stored ones.
 * A phone's keyboard adds a blank after a word; the blank is neither sent nor copied.
 */
import { normalizeName } from '#journey/people.ts'
import { type Answers, answerOf } from './validation-error.ts'

/** As a name is stored (D9), with every apostrophe straight: two devices may write it differently. '' when it was never given. */
export const normalizedAnswer = (answers: Answers, field: string): string =>
  normalizeName(answerOf(answers, field)).replaceAll('’', "'")
