/** Texts of the declaration dialog before step 4 (policyholder). */
import { dutyOfDisclosure, misrepresentationWarning, underwriter } from '#journey/underwriter.ts'

export const declarationText = {
  title: 'Disclosure and declaration',
  paragraphs: [
    'Everything the insurer decides rests on your answers: whether to insure your car, at what price, and whether to pay a claim.',
    `${dutyOfDisclosure} ${misrepresentationWarning}`,
    'By agreeing you declare that the answers below are true and complete, and that every driver named here knows their details are given to us and to the insurer, and that both may check them against claims registers.',
  ],
  insurerTitle: 'Your insurer',
  insurer: underwriter.financialStrength,
  agree: 'I agree',
  reasonAgree: 'tick ‘I agree’',
  checkAnswers: 'Check your answers',
} as const
