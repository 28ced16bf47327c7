/** How a way out of step 4 ended that led nowhere. */
import { Told } from '#web/components/focused-message.tsx'
import { uncheckedLine } from '#web/content/captcha-not-ready.ts'
import { policyholderWords as words } from '#web/content/policyholder.ts'
import { useIsUncharged } from './use-card-page-not-opened.ts'

export type LeavingState = 'idle' | 'busy' | 'leaving' | 'no-page' | 'not-ready' | 'unchecked'

const endedWith: { readonly [state in LeavingState]?: string } = {
  'no-page': words.noPaymentPage,
  'not-ready': words.quoteFirst,
  unchecked: uncheckedLine,
}

export function Ended({ state }: { state: LeavingState }) {
  const isUncharged = useIsUncharged()
  const text = state === 'no-page' && !isUncharged ? words.noPaymentPageAgain : endedWith[state]
  return text ? <Told key={state}>{text}</Told> : null
}
