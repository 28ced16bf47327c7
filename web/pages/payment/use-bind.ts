/** The terms dialog and what follows its Next: bind, wait while it is confirmed, and go where the outcome leads. */
import { useState } from 'react'
import { bankFields } from '#journey/questions/payment.ts'
import { useApi } from '#web/api/client.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { uncheckedLine } from '#web/content/captcha-not-ready.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { nextPicture } from '#web/lib/lazy.tsx'
import { bindByBank } from './lazy-parts.ts'
import type { Bound } from './poll-bind.ts'

export interface Binding {
  readonly isOpen: boolean
  readonly progress: 'binding' | 'confirming' | null
  readonly isUnchecked: boolean
  open(): void
  close(): void
  bind(): Promise<void>
}

/** The account did what it was typed for: nothing about it stays behind (SHELL-14). */
export function forgetAccount(draft: Draft): void {
  for (const field of bankFields) draft.setAnswers({ [field]: undefined })
}

export function useBinding(): Binding {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const announce = useAnnounce()
  const [isOpen, setOpen] = useState(false)
  const [isUnchecked, setUnchecked] = useState(false)
  const [progress, setProgress] = useState<Binding['progress']>(null)

  const finish = (bound: Bound, quoteId = '') => {
    setProgress(null)
    setOpen(false)
    if (bound.outcome === 'unchecked') {
      setUnchecked(true)
      announce(uncheckedLine)
    }
    if (bound.outcome === 'bound') {
      track('policy_bought', { paymentMethod: 'BANK_TRANSFER' })
      draft.setFacts({ policyNumber: bound.policyNumber })
      forgetAccount(draft)
      const path = `/paymentsuccess?id=${encodeURIComponent(quoteId)}`
      wizard.leave(path, { replace: true, evenIfLeft: true })
    } else if (bound.outcome === 'leave') wizard.leave(bound.path)
    else if (bound.outcome === 'failed') {
      track('payment_failed', { paymentMethod: 'BANK_TRANSFER' })
      draft.setFacts({ isQuoteOutdated: bound.isOutdated })
      wizard.move('payment-failed')
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
      const { quoteId } = draft.facts()
      setProgress('binding')
      await nextPicture()
      finish(await bindByBank(api, draft, () => setProgress('confirming')), quoteId)
    },
  }
}
