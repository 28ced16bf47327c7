/** The hook of step 4 that saves, opens the payment page and reports the state. */

import { startTransition, useEffect, useRef, useState } from 'react'
import type { Api } from '#web/api/client.ts'
import { track } from '#web/features/analytics/analytics.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { openPaymentPage, savePolicyholders } from './save-and-pay.ts'
import type { SaveAndPayState } from './save-error.tsx'

/** What the page says when no payment page opens. */
const afterPay = { none: 'no-page', 'not-ready': 'not-ready', unchecked: 'unchecked', told: 'idle' } as const

export interface SaveAndPayHandle {
  readonly state: SaveAndPayState
  /** `saved`: everything is stored and the visitor, still on this step, may go on. `changed`: an answer is another by now. */
  save(): Promise<'saved' | 'changed' | null>
  pay(): Promise<void>
}

export function useSaveAndPay(api: Api, draft: Draft, leave: (path: string) => void): SaveAndPayHandle {
  const [state, setState] = useState<SaveAndPayState>('idle')
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  // The browser's Back brings this page as it was left: then nobody is leaving any more.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) setState('idle')
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  return {
    state,
    async save() {
      setState('busy')
      draft.setState({ isPaymentCancelled: undefined })
      const answers = draft.answers()
      const saved = await savePolicyholders(api, draft)
      if (draft.answers() !== answers && !isLeft.current) {
        setState('idle')
        return 'changed'
      }
      if (saved.outcome === 'saved') draft.setState({ arePolicyholdersUnsaved: undefined })
      if (saved.outcome === 'leave') leave(saved.path)
      // Where the step is left it goes with it: said before, the step would be drawn once more.
      const { outcome } = saved
      startTransition(() => setState(outcome === 'unchecked' || outcome === 'not-ready' ? outcome : 'idle'))
      return saved.outcome === 'saved' && !isLeft.current ? 'saved' : null
    },
    async pay() {
      setState('leaving')
      const page = await openPaymentPage(api, location.origin, draft.state())
      // Back was pressed meanwhile: whoever mends an answer is not sent to pay for the one before.
      if (isLeft.current) return
      if (page.outcome === 'open') {
        track('payment_started', { paymentMethod: 'Credit_Card' })
        draft.setState({ cardPageQuoteId: draft.state().quoteId })
        return location.assign(page.url)
      }
      if (page.outcome === 'leave') return leave(page.path)
      if (page.outcome === 'none') track('payment_page_missing')
      setState(afterPay[page.outcome])
    },
  }
}
