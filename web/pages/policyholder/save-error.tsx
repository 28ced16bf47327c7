/** The error message of step 4 when saving or opening the payment page failed. */

import { FocusedMessage } from '#web/components/focused-message.tsx'
import { captchaNotReadyText } from '#web/content/captcha.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { type CardPageProblem, useIsUncharged } from './card-page.ts'

export function SaveError({ problem }: { problem: CardPageProblem | null }) {
  const isUncharged = useIsUncharged()
  if (!problem) return null
  const texts: Record<CardPageProblem, string> = {
    'no-page': isUncharged ? words.noPaymentPage : words.noPaymentPageAgain,
    'not-ready': words.quoteFirst,
    unchecked: captchaNotReadyText,
  }
  return <FocusedMessage key={problem}>{texts[problem]}</FocusedMessage>
}
