/** Ties the amends to the page: every change of the answers asks for a price, and every answer reaches the draft. */
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { addressText } from '#journey/address.ts'
import { isIncomplete } from '#journey/questions/cover-choice.ts'
import { useApi } from '#web/api/client.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { track } from '#web/features/analytics/analytics.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { type Draft, useDraft, useFromAnswers, useFromFacts } from '#web/features/draft/draft-store.ts'
import { isConfirmed, wantedKey } from '#web/features/pricing/quote-price.ts'
import { today } from '#web/lib/server-clock.ts'
import { type Amends, createAmends } from './amend-queue.ts'
import { refetchQuote, sendAmend } from './lazy-parts.ts'

/** Changes that follow each other faster than this are one amend. */
const gatherMs = 200

type End = 'unchecked' | 'offline' | 'not-insurable'

/** What the step shows of its amends, for who makes them. */
interface AmendWork {
  readonly amends: RefObject<Amends | null>
  setBusy(busy: boolean): void
  setEnded(ended: End | null): void
  setSorry(sorry: Exclude<End, 'unchecked'>): void
}

export interface AmendState {
  readonly busy: boolean
  /** How the last amend ended that brought no price: until the next one nobody works on it. `retry` asks again. */
  readonly ended: End | null
  readonly sorry: Exclude<End, 'unchecked'> | null
  closeSorry(): void
  retry(): void
  /** Amends with the declaration; true when it holds. */
  declare(): Promise<boolean>
  /** Once no amend is out: has the server what is chosen here? */
  settled(): Promise<boolean>
  /** For <AmendChanges>, which has to stand in the step. */
  readonly work: AmendWork
}

/** The insurer's answer is for just what is chosen, and for where the car is kept. */
function isAnswered(draft: Draft): boolean {
  const { quote, isRiskAddressUnsaved, isUnamended } = draft.facts()
  return Boolean(
    quote && !isUnamended && !isRiskAddressUnsaved && isConfirmed(quote, draft.answers(), today()),
  )
}

export function useAmends(): AmendState {
  const draft = useDraft()
  const known = draft.facts().offline ? 'offline' : null
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<AmendState['ended']>(known)
  const [sorry, setSorry] = useState<AmendState['sorry']>(known)
  const amends = useRef<Amends | null>(null)
  return {
    busy,
    ended,
    sorry,
    closeSorry: () => setSorry(null),
    retry: () => amends.current?.changed(),
    async declare() {
      // Until its answer is here nobody knows which price stands.
      draft.setFacts({ furthest: 'quote' })
      return (await amends.current?.declare()) ?? false
    },
    // None is out for a choice that is incomplete: what the server has is another then.
    settled: async () => (await amends.current?.settled()) !== false && isAnswered(draft),
    work: { amends, setBusy, setEnded, setSorry },
  }
}

/** Draws nothing. What it reads is another with every tap, and the step is not to be drawn anew for that (decision 0057). */
export function AmendChanges({ amends, setBusy, setEnded, setSorry }: AmendWork): null {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const asked = useRef<string | null>(null)
  const leave = useRef(wizard.leave)
  useEffect(() => {
    leave.current = wizard.leave
  })

  useEffect(() => {
    const made = createAmends<QuoteAttributes>({
      send: declared => sendAmend(api, draft, declared),
      refetch: () => refetchQuote(api, draft),
      gather: () => new Promise(resolve => setTimeout(resolve, gatherMs)),
      onAmended(quote) {
        draft.setFacts({
          quote,
          quoteNumber: quote.policyDetails.quoteNum,
          offline: undefined,
          isUnamended: undefined,
        })
      },
      onBusy(isBusy) {
        // Not before the price that a tap is answered with.
        startTransition(() => {
          setBusy(isBusy)
          if (isBusy) setEnded(null)
        })
      },
      onEnd(end) {
        if (end.outcome === 'failed') return leave.current(end.path)
        setEnded(end.outcome)
        if (end.outcome !== 'unchecked') setSorry(end.outcome)
        if (end.outcome !== 'offline') return
        draft.setFacts({ offline: true })
        track('quote_offline')
      },
    })
    amends.current = made
    return () => {
      made.stop()
      asked.current = null
    }
  }, [api, draft, amends, setBusy, setEnded, setSorry])

  const riskAddress = useFromFacts(facts => facts.riskAddress)
  const choice = useFromAnswers(answers => wantedKey(answers, today()))
  const wanted = `${choice} ${riskAddress ? addressText(riskAddress) : ''}`
  // A date half typed chooses nothing yet, nor does a cover for a car of which nobody has said what it is worth.
  const isUnfinished = useFromAnswers(answers => isIncomplete(answers, today()))
  useEffect(() => {
    // Forgotten with the session, while the page is still being left: whatever comes now is of nobody's quote.
    if (!draft.facts().quoteId) return amends.current?.stop()
    if (asked.current === wanted) return
    const isSettled = draft.facts().offline || isAnswered(draft)
    const isSettledArrival = asked.current === null && !isUnfinished && isSettled
    // What is chosen now was not declared: the steps after this one wait for that.
    if (!isSettledArrival) draft.setFacts({ furthest: 'quote' })
    if (isUnfinished) return
    asked.current = wanted
    if (!isSettledArrival) amends.current?.changed()
  }, [wanted, isUnfinished, draft, amends])

  return null
}
