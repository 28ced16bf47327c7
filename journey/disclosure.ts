/**
 * The sentences on the duty of disclosure and on wrong answers, printed by the declaration, wording and
 * schedule.
 */

/**
 * The common law's duty. The Contracts of Insurance Act 2024 replaces it, on 15 November 2027 at the
 * latest.
 */
export const dutyOfDisclosure =
  'You must tell us everything you know, or should know, that would influence an insurer, except what a question lets you leave out.'

export const wrongAnswers =
  'If an answer is wrong or something is missing, a claim may be refused or the policy treated as if it had never existed.'
