/** Tests of polling for the policy's details. */

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ReplyOf } from '#contract/endpoints.ts'
import type { ApiResult } from '#web/api/http.ts'
import { completeDetails, pollPolicyDetails } from './poll-policy-details.ts'

const whole = {
  policyId: 'POL-1',
  paymentFrequency: 'MONTHLY',
  cover: 'COMPREHENSIVE',
  amountCovered: 15_000,
} as const
type Given = ApiResult<ReplyOf<'policyRetrieve'>>
const tooOften = (retryAfterMs?: number): Given => ({
  outcome: 'refused',
  status: 429,
  problem: { type: '', title: '', status: 429, code: 'TOO_MANY_REQUESTS', requestId: '' },
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
const pending: Given = { outcome: 'empty', status: 202 }

/** Runs on a clock of its own. `tookMs`: how long each answer is under way. */
async function settle(answers: Given[], tookMs = 0) {
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
      expect(completeDetails({ ...whole, [field]: undefined })).toBe(null)
      expect(completeDetails(whole)).toEqual(whole)
    },
  )

  it('[PAY-07] accepts a covered amount of 0', () => {
    expect(completeDetails({ ...whole, cover: 'THIRD_PARTY', amountCovered: 0 })).not.toBe(null)
  })

  it('[PAY-07] keeps polling while the payment is not settled', async () => {
    const { settled, asked } = await settle([pending, pending, { outcome: 'ok', status: 200, data: whole }])
    expect(settled).toEqual({ outcome: 'details', details: whole })
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
    expect(settled).toEqual({ outcome: 'details', details: whole })
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
    expect(bought.settled).toEqual({ outcome: 'details', details: whole })
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
