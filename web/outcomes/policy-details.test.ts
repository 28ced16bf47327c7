import { describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/calls.ts'
import type { Answer } from '#web/api-wire.ts'
import { completeDetails, settledDetails } from './policy-details.ts'

const whole = {
  policyId: 'POL-1',
  paymentFrequency: 'MONTHLY',
  cover: 'COMPREHENSIVE',
  amountCovered: 15_000,
} as const
type Given = Answer<ReplyOf<'policyRetrieve'>>
const pending: Given = { outcome: 'empty', status: 202 }

async function settle(answers: Given[]) {
  const waited: number[] = []
  let asked = 0
  const settled = await settledDetails({
    retrieve: async () => answers[Math.min(asked++, answers.length - 1)] ?? pending,
    wait: async ms => void waited.push(ms),
    isStopped: () => false,
  })
  return { settled, asked, waited }
}

describe('the policy on a success page', () => {
  it.each(['policyId', 'paymentFrequency', 'cover', 'amountCovered'] as const)(
    '[PAY-07] without %s nothing is shown',
    field => {
      expect(completeDetails({ ...whole, [field]: undefined })).toBe(null)
      expect(completeDetails(whole)).toEqual(whole)
    },
  )

  it('[PAY-07] an amount covered of 0 is an amount', () => {
    expect(completeDetails({ ...whole, cover: 'THIRD_PARTY', amountCovered: 0 })).not.toBe(null)
  })

  it('[PAY-07] asks on while the payment is not settled', async () => {
    const { settled, asked } = await settle([pending, pending, { outcome: 'ok', status: 200, data: whole }])
    expect(settled).toEqual({ outcome: 'details', details: whole })
    expect(asked).toBe(3)
  })

  it('[PAY-07] gives up after 60 seconds', async () => {
    const { settled, waited } = await settle([pending])
    expect(settled.outcome).toBe('missing')
    expect(waited.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60_000)
    expect(waited.length).toBeLessThan(33)
  })

  it('[PAY-07] [T38] who has paid and asked too often waits as long as asked, within the same minute, and sees no error', async () => {
    const tooOften = (retryAfterMs?: number): Given => ({
      outcome: 'refused',
      status: 429,
      problem: { type: '', title: '', status: 429, code: 'TOO_MANY_REQUESTS', requestId: '' },
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
    const bought = await settle([
      pending,
      tooOften(10_000),
      tooOften(1_000),
      tooOften(),
      { outcome: 'ok', status: 200, data: whole },
    ])
    expect(bought.settled).toEqual({ outcome: 'details', details: whole })
    expect(bought.waited).toEqual([2_000, 10_000, 2_000, 2_000])
    const never = await settle([tooOften(10_000)])
    expect(never.settled.outcome).toBe('missing')
    expect(never.waited).toHaveLength(7)
  })

  it('[PAY-07] [PAY-11] money that goes back is told at once', async () => {
    const { settled, asked } = await settle([{ outcome: 'ok', status: 200, data: { paymentSentBack: true } }])
    expect(settled.outcome).toBe('sentBack')
    expect(asked).toBe(1)
  })

  it('[PAY-07] [PAY-08] a card page that was left unpaid is told at once', async () => {
    const { settled, asked } = await settle([{ outcome: 'ok', status: 200, data: { unpaid: true } }])
    expect(settled.outcome).toBe('unpaid')
    expect(asked).toBe(1)
  })

  it('[PAY-07] incomplete details and a failed call end at once', async () => {
    expect((await settle([{ outcome: 'ok', status: 200, data: {} }])).settled.outcome).toBe('missing')
    expect((await settle([{ outcome: 'unreachable' }])).settled.outcome).toBe('failed')
  })
})
