/**
 * The hook of step 5 that opens the terms dialog, binds, waits for the confirmation, and navigates to the
 * result.
 */

import { useState } from 'react'
import { emptyBank } from '#journey/questions/quote-form.ts'
import { useApi } from '#web/api/client.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { captchaNotReadyText } from '#web/content/captcha.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { nextPaint } from '#web/lib/after-paint.tsx'
import { type BindResult, bindByBank } from './poll-bind.ts'

export interface BindHandle {
  readonly isOpen: boolean
  readonly progress: 'binding' | 'confirming' | null
  readonly isUnchecked: boolean
  open(): void
  close(): void
  bind(): Promise<void>
}

/** After the purchase the bank account is not needed any more. */
export function clearBankDetails(draft: Draft): void {
  draft.setAnswers({ payment: { bank: emptyBank } })
}

export function useBind(): BindHandle {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const announce = useAnnounce()
  const [isOpen, setOpen] = useState(false)
  const [isUnchecked, setUnchecked] = useState(false)
  const [progress, setProgress] = useState<BindHandle['progress']>(null)

  const finish = (bound: BindResult, quoteId = '') => {
    setProgress(null)
    setOpen(false)
    if (bound.outcome === 'unchecked') {
      setUnchecked(true)
      announce(captchaNotReadyText)
    }
    if (bound.outcome === 'bound') {
      track('policy_bought', { paymentMethod: 'BANK_TRANSFER' })
      draft.setState({ policyNumber: bound.policyNumber })
      clearBankDetails(draft)
      const path = `/paymentsuccess?id=${encodeURIComponent(quoteId)}`
      navigation.navigateTo(path, { replace: true, evenIfLeft: true })
    } else if (bound.outcome === 'leave') navigation.navigateTo(bound.path)
    else if (bound.outcome === 'failed') {
      track('payment_failed', { paymentMethod: 'BANK_TRANSFER' })
      draft.setState({ isQuoteOutdated: bound.isOutdated })
      navigation.move('payment-failed')
    }
  }
  return {
    isOpen,
    progress,
    isUnchecked,
    open() {
      setUnchecked(false)
      setOpen(true)
    },
    close: () => setOpen(false),
    async bind() {
      const { quoteId } = draft.state()
      setProgress('binding')
      await nextPaint()
      finish(await bindByBank(api, draft, () => setProgress('confirming')), quoteId)
    },
  }
}
