/** Tests of the success page's hook: polling for the policy's details, and what a tab counts and keeps after a purchase. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ResponseOf } from '#contract/endpoints.ts'
import { errorResult, networkError, ok } from '#test/samples/api-results.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { memoryStorage } from '#test/samples/memory-storage.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { finishPurchase, hasPolicyDetails, pollPolicyDetails } from './use-policy-details.ts'

const whole = {
  policyId: 'POL-1',
  paymentFrequency: 'MONTHLY',
  cover: 'COMPREHENSIVE',
  amountCovered: 15_000,
} as const
type Answer = ApiResult<ResponseOf<'policyRetrieve'>>
const tooOften = (retryAfterMs?: number): Answer => ({
  ...errorResult('TOO_MANY_REQUESTS'),
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
const pending: Answer = { outcome: 'no-content', status: 202 }

/** Polls on a fake clock. `tookMs`: how long each answer takes. */
async function settle(answers: Answer[], tookMs = 0) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const startedAt = performance.now()
  const askedAt: number[] = []
  const retrieve = async () => {
    askedAt.push(performance.now() - startedAt)
    const answer = answers[Math.min(askedAt.length, answers.length) - 1] ?? pending
    if (tookMs > 0) await new Promise(resolve => setTimeout(resolve, tookMs))
    return answer
  }
  const polling = pollPolicyDetails(retrieve, new AbortController().signal)
  const settling = polling.then(settled => ({ settled, ms: performance.now() - startedAt }))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  return { ...(await settling), asked: askedAt.length, askedAt }
}

describe('the policy on a success page', () => {
  it.each(['policyId', 'paymentFrequency', 'cover', 'amountCovered'] as const)(
    '[PAY-07] shows nothing without %s',
    field => {
      expect(hasPolicyDetails({ ...whole, [field]: undefined })).toBe(false)
      expect(hasPolicyDetails(whole)).toBe(true)
    },
  )

  it('[PAY-07] accepts a covered amount of 0', () => {
    expect(hasPolicyDetails({ ...whole, cover: 'THIRD_PARTY', amountCovered: 0 })).toBe(true)
  })

  it.each([
    ['responses come at once', pending, 0],
    ['each response comes after three seconds', pending, 3_000],
    ['the first response comes after five minutes', pending, 300_000],
    ['the server asks for ten minutes of patience', tooOften(600_000), 0],
  ])('[PAY-07] without a payment it gives up after 60 seconds when %s', async (_how, answer, tookMs) => {
    const { settled, ms } = await settle([answer], tookMs)
    expect([settled.outcome, ms]).toEqual(['missing', 60_000])
  })

  it('[PAY-07] shows a slow payment that settles within the minute', async () => {
    const answers = [...Array(19).fill(pending), ok(whole)]
    const { settled, ms } = await settle(answers, 1_000)
    expect(settled).toEqual({ outcome: 'bought', details: whole })
    expect(ms).toBeLessThan(60_000)
  })

  it('[PAY-07] [T38] a paying customer who is rate limited waits as long as the server says, within the same minute, without an error', async () => {
    const bought = await settle([pending, tooOften(10_000), tooOften(1_000), tooOften(), ok(whole)])
    expect(bought.settled).toEqual({ outcome: 'bought', details: whole })
    expect(bought.askedAt).toEqual([0, 2_000, 12_000, 14_000, 16_000])
    const never = await settle([tooOften(10_000)])
    expect(never.settled.outcome).toBe('missing')
    expect(never.asked).toBe(6)
  })

  it('[PAY-07] [PAY-11] reports a policy together with the refund of another payment', async () => {
    const both = { ...whole, refundDueOrDone: true } as const
    expect((await settle([ok(both)])).settled).toEqual({ outcome: 'bought', details: both })
  })

  it.each<[string, Answer, string]>([
    ['[PAY-07] [PAY-11] a refund', ok({ refundDueOrDone: true }), 'refunded'],
    ['[PAY-07] [PAY-08] an unpaid card page', ok({ unpaid: true }), 'unpaid'],
    ['[PAY-07] incomplete details', ok({}), 'missing'],
    ['[PAY-07] a failed call', networkError, 'failed'],
  ])('%s is reported at once', async (_what, answer, outcome) => {
    expect(await settle([answer])).toMatchObject({ settled: { outcome }, asked: 1 })
  })
})

describe('a purchase', () => {
  const answers = formOf({ 'cover.startDate': '01/12/2026', 'driver.drivers.0.firstName': 'Aroha' })

  /** A tab that stored these answers; `load` is a load of the page, which keeps nothing but the tab's storage. */
  function openTab(draftState: object | null = { quoteId: 'q1' }) {
    const storage = memoryStorage()
    if (draftState)
      storage.setItem(draftStorageKey, JSON.stringify({ state: { answers, draftState }, version: 0 }))
    const page: { dataLayer?: unknown[] } = {}
    vi.stubGlobal('window', page)
    vi.stubGlobal('location', { href: 'https://quote.openroad.example/paymentsuccess' })
    onTestFinished(() => void vi.unstubAllGlobals())
    const load = async (path: string, quoteId = 'q1') => {
      const draft = createDraft(storage)
      draft.restore()
      finishPurchase(draft, { path, quoteId, policyId: 'POL-1' })
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

  it('[PAY-06] [SHELL-14] keeps only the start of cover of the typed answers', async () => {
    const draft = await openTab().load('/cc-payment-success')
    expect(draft.answers()).toEqual(formOf({ 'cover.startDate': '01/12/2026' }))
    expect(draft.state()).toEqual({ quoteId: 'q1', policyNumber: 'POL-1' })
  })

  it('[PAY-06] [QUOTE-08] keeps the agreed start at every reload, also after midnight', async () => {
    const { load } = openTab({ quoteId: 'q1', quote: { policyInceptionDate: '2026-12-02' } })
    for (let loads = 0; loads < 2; loads += 1)
      expect((await load('/paymentsuccess')).answers()).toEqual(formOf({ 'cover.startDate': '02/12/2026' }))
  })

  it('[PAY-06] does not use the start of another quote for the policy', async () => {
    expect((await openTab().load('/paymentsuccess', 'q2')).answers()).toEqual(formOf({}))
  })
})
