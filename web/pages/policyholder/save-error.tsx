/** The error message of step 4 when saving or opening the payment page failed. */

import { FocusedMessage } from '#web/components/focused-message.tsx'
import { captchaNotReadyText } from '#web/content/captcha.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useCardPageNotOpened } from './use-card-page-not-opened.ts'

export type SaveAndPayState = 'idle' | 'busy' | 'leaving' | 'no-page' | 'not-ready' | 'unchecked'

const endedWith: { readonly [state in SaveAndPayState]?: string } = {
  'no-page': words.noPaymentPage,
  'not-ready': words.quoteFirst,
  unchecked: captchaNotReadyText,
}

export function SaveError({ state }: { state: SaveAndPayState }) {
  const isUncharged = useCardPageNotOpened()
  const text = state === 'no-page' && !isUncharged ? words.noPaymentPageAgain : endedWith[state]
  return text ? <FocusedMessage key={state}>{text}</FocusedMessage> : null
}
