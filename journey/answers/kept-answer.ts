/**
 * An answer as the server keeps it. Whether a copy still is one, and whether a tab has anything that was not sent, is asked
 * by it: a phone's keyboard sets a blank behind a word, which is neither sent nor copied.
 */
import { type Answers, answerOf } from './problem.ts'

/** Without the blanks around it, one between its words, composed (D9); '' when it was never given. */
export const keptAnswer = (answers: Answers, field: string): string =>
  answerOf(answers, field).normalize('NFC').replace(/\s+/g, ' ')
