/** Tests of the success page's hook: polling for the policy's details, and what a tab counts and keeps after a purchase. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ResponseOf } from '#contract/endpoints.ts'
import { formOf } from '#test/samples/form-answers.ts'
import type { ApiResult } from '#web/api/http.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { finishPurchase, parsePolicyDetails, pollPolicyDetails } from './use-policy-details.ts'

const whole = {
  policyId: 'POL-1',
  paymentFrequency: 'MONTHLY',
  cover: 'COMPREHENSIVE',
  amountCovered: 15_000,
} as const
const details = { ...whole, isOtherPaymentSentBack: false }
type Answer = ApiResult<ResponseOf<'policyRetrieve'>>
const tooOften = (retryAfterMs?: number): Answer => ({
  outcome: 'refused',
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
const pending: Answer = { outcome: 'empty', status: 202 }

/** Polls on a fake clock. `tookMs`: how long each answer takes. */
async function settle(answers: Answer[], tookMs = 0) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const startedAt = performance.now()
  const askedAt: number[] = []
  const settling = pollPolicyDetails({
    retrieve: async () => {
      askedAt.push(performance.now() - startedAt)
      const answer = answers[Math.min(askedAt.length, answers.length) - 1] ?? pending
      if (tookMs > 0) await new Promise(resolve => setTimeout(resolve, tookMs))
      return answer
    },
    isStopped: () => false,
  }).then(settled => ({ settled, ms: performance.now() - startedAt }))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  return { ...(await settling), asked: askedAt.length, askedAt }
}

describe('the policy on a success page', () => {
  it.each(['policyId', 'paymentFrequency', 'cover', 'amountCovered'] as const)(
    '[PAY-07] shows nothing without %s',
    field => {
      expect(parsePolicyDetails({ ...whole, [field]: undefined })).toBe(null)
      expect(parsePolicyDetails(whole)).toEqual(details)
    },
  )

  it('[PAY-07] accepts a covered amount of 0', () => {
    expect(parsePolicyDetails({ ...whole, cover: 'THIRD_PARTY', amountCovered: 0 })).not.toBe(null)
  })

  it('[PAY-07] keeps polling while the payment is not settled', async () => {
    const { settled, asked } = await settle([pending, pending, { outcome: 'ok', status: 200, data: whole }])
    expect(settled).toEqual({ outcome: 'details', details })
    expect(asked).toBe(3)
  })

  it.each([
    ['at once', 0],
    ['each after three seconds', 3_000],
    ['the first after five minutes', 300_000],
  ])(
    '[PAY-07] without a payment it gives up after 60 seconds when responses come %s',
    async (_how, tookMs) => {
      const { settled, ms } = await settle([pending], tookMs)
      expect([settled.outcome, ms]).toEqual(['unsettled', 60_000])
    },
  )

  it('[PAY-07] gives up within the minute when the server asks for ten minutes of patience', async () => {
    const { settled, ms } = await settle([tooOften(600_000)])
    expect([settled.outcome, ms]).toEqual(['unsettled', 60_000])
  })

  it('[PAY-07] shows a slow payment that settles within the minute', async () => {
    const answers = [...Array(19).fill(pending), { outcome: 'ok', status: 200, data: whole }]
    const { settled, ms } = await settle(answers, 1_000)
    expect(settled).toEqual({ outcome: 'details', details })
    expect(ms).toBeLessThan(60_000)
  })

  it('[PAY-07] [T38] a paying customer who is rate limited waits as long as the server says, within the same minute, without an error', async () => {
    const bought = await settle([
      pending,
      tooOften(10_000),
      tooOften(1_000),
      tooOften(),
      { outcome: 'ok', status: 200, data: whole },
    ])
    expect(bought.settled).toEqual({ outcome: 'details', details })
    expect(bought.askedAt).toEqual([0, 2_000, 12_000, 14_000, 16_000])
    const never = await settle([tooOften(10_000)])
    expect(never.settled.outcome).toBe('unsettled')
    expect(never.asked).toBe(6)
  })

  it('[PAY-07] [PAY-11] reports a refund at once', async () => {
    const { settled, asked } = await settle([{ outcome: 'ok', status: 200, data: { paymentSentBack: true } }])
    expect(settled.outcome).toBe('sentBack')
    expect(asked).toBe(1)
  })

  it('[PAY-07] [PAY-11] reports a policy together with the refund of another payment', () => {
    expect(parsePolicyDetails({ ...whole, paymentSentBack: true })).toEqual({
      ...details,
      isOtherPaymentSentBack: true,
    })
  })

  it('[PAY-07] [PAY-08] reports an unpaid card page at once', async () => {
    const { settled, asked } = await settle([{ outcome: 'ok', status: 200, data: { unpaid: true } }])
    expect(settled.outcome).toBe('unpaid')
    expect(asked).toBe(1)
  })

  it('[PAY-07] ends at once on incomplete details and on a failed call', async () => {
    expect((await settle([{ outcome: 'ok', status: 200, data: {} }])).settled.outcome).toBe('missing')
    expect((await settle([{ outcome: 'unreachable' }])).settled.outcome).toBe('failed')
  })
})

describe('a purchase', () => {
  const annual = { ...details, paymentFrequency: 'ANNUAL' } as const
  const answers = formOf({ 'cover.startDate': '01/12/2026', 'driver.drivers.0.firstName': 'Aroha' })

  /** A tab that stored these answers; `load` is a load of the page, which keeps nothing but the tab's storage. */
  function openTab(draftState: object | null = { quoteId: 'q1' }) {
    const stored = new Map<string, string>()
    if (draftState)
      stored.set(draftStorageKey, JSON.stringify({ state: { answers, draftState }, version: 0 }))
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }
    const page: { dataLayer?: unknown[] } = {}
    vi.stubGlobal('window', page)
    vi.stubGlobal('location', { href: 'https://quote.openroad.example/paymentsuccess' })
    onTestFinished(() => void vi.unstubAllGlobals())
    const load = async (path: string, quoteId = 'q1') => {
      const draft = createDraft(storage)
      draft.restore()
      finishPurchase(draft, { path, quoteId, details: annual })
      await Promise.resolve()
      return draft
    }
    return { load, events: () => page.dataLayer ?? [] }
  }

  it('[SHELL-06] [PAY-07] by card is counted once, however often the page is reloaded', async () => {
    const { load, events } = openTab()
    for (let loads = 0; loads < 3; loads += 1) await load('/cc-payment-success')
    expect(events()).toEqual([{ event: 'policy_bought', paymentMethod: 'Credit_Card' }])
  })

  it.each([
    ['by bank', { quoteId: 'q1', policyNumber: 'POL-1' }, '/paymentsuccess', 'q1'],
    ['opened by the link of the e-mail', { quoteId: 'q1' }, '/paymentsuccess', 'q1'],
    ['opened in a tab without a quote', null, '/cc-payment-success', 'q1'],
    ['opened in a tab with another quote', { quoteId: 'q1' }, '/cc-payment-success', 'q2'],
  ])('[SHELL-06] [PAY-06] %s is not counted here', async (_how, draftState, path, quoteId) => {
    const { load, events } = openTab(draftState)
    await load(path, quoteId)
    expect(events()).toEqual([])
  })

  it('[PAY-06] [SHELL-14] leaves only the start of cover of the typed answers', async () => {
    const draft = await openTab().load('/cc-payment-success')
    expect(draft.answers()).toEqual(formOf({ 'cover.startDate': '01/12/2026' }))
    expect(draft.state()).toEqual({ quoteId: 'q1', policyNumber: 'POL-1' })
  })

  it('[PAY-06] [QUOTE-08] leaves the agreed start, which after midnight is the day after the typed one, at every reload', async () => {
    const { load } = openTab({ quoteId: 'q1', quote: { policyInceptionDate: '2026-12-02' } })
    for (let loads = 0; loads < 2; loads += 1)
      expect((await load('/paymentsuccess')).answers()).toEqual(formOf({ 'cover.startDate': '02/12/2026' }))
  })

  it('[PAY-06] does not use the start of another quote for the policy', async () => {
    expect((await openTab().load('/paymentsuccess', 'q2')).answers()).toEqual(formOf({}))
  })
})
