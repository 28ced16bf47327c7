/** Tests of the amend call and the meaning of its responses. */
import { describe, expect, it } from 'vitest'
import { mapIndicatorsAbout } from '#journey/questions/yes-no-questions.ts'
import { captchaFailed, errorResult, networkError, noContent, ok } from '#test/samples/api-results.ts'
import { address } from '#test/samples/customer.ts'
import { fakeApi } from '#test/samples/fake-api.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { refetchQuote, sendAmend, toAmendResult } from './send-amend.ts'

// The tests of failedCallAction show every refusal.
it.each<[string, Parameters<typeof toAmendResult>[0], object]>([
  ['STALE', errorResult('STALE'), { outcome: 'stale' }],
  ['a 409 without our code', { outcome: 'error', status: 409, code: 'INTERNAL' }, { outcome: 'stale' }],
  ['NOT_INSURABLE', errorResult('NOT_INSURABLE'), { outcome: 'not-insurable' }],
  ['a closed quote', errorResult('QUOTE_EXPIRED'), { outcome: 'failed', path: '/expired' }],
  ['an ended session', errorResult('NOT_LOGGED_IN'), { outcome: 'unconfirmed' }],
  ['a failed captcha', captchaFailed, { outcome: 'unconfirmed' }],
  ['204', noContent, { outcome: 'referred' }],
])('[QUOTE-12] [EDGE-09] [DRIVER-07] [SHELL-09] an amend answered by %s', (_what, response, expected) => {
  expect(toAmendResult(response)).toEqual(expected)
})

it('[QUOTE-12] [DRIVER-01] without the answer to a new question it sends nothing and opens that step', async () => {
  const api = fakeApi(() => Promise.reject(new Error('nothing to send')))
  expect(await sendAmend(api, createDraft(null), false)).toEqual({
    outcome: 'failed',
    path: '/vehicle/step2',
  })
})

describe('an address changed on the quote page', () => {
  const elsewhere = { ...address, suburb: 'Epsom' }
  const models = [{ vehicleKey: 'k', vehicleDescription: 'Toyota' }]

  function quotedDraft() {
    const draft = createDraft(null)
    draft.setAnswers({
      car: {
        vehicleKey: 'k',
        transmission: 'Automatic',
        carValue: '13700',
        isFinanced: 'NO',
        ...mapIndicatorsAbout('car', () => 'NO'),
      },
      driver: { criminalRecord: 'NO' },
    })
    draft.setState({
      quoteId: 'q',
      foundModels: { plate: '', transmission: 'Automatic', models },
      riskAddress: address,
      isCarUnsaved: true,
    })
    return draft
  }

  /** A server with these responses in turn, and the calls it got. */
  function server(...answers: ApiResult<unknown>[]) {
    const asked: [string, unknown][] = []
    const api = fakeApi((name, { body }) => {
      asked.push([name, body])
      return answers[asked.length - 1] ?? networkError
    })
    return { api, asked }
  }
  const saved = ok({ quoteId: 'q' })

  it('[QUOTE-14] is saved with the car before the price request, once', async () => {
    const draft = quotedDraft()
    const { api, asked } = server(saved, noContent, noContent)
    await sendAmend(api, draft, false)
    await sendAmend(api, draft, false)
    expect(asked.map(([name]) => name)).toEqual(['quoteCreate', 'quoteCreate', 'quoteCreate'])
    expect(asked[0]?.[1]).toMatchObject({ addressDetails: { suburb: 'Remuera', type: 'RISK' } })
    expect(asked.slice(1).every(([, body]) => !Object.hasOwn(body ?? {}, 'addressDetails'))).toBe(true)
  })

  it('[QUOTE-14] that changes during the save is saved too, before the price is requested', async () => {
    const draft = quotedDraft()
    const { api, asked } = server(saved, saved, noContent)
    const amended = sendAmend(api, draft, false)
    draft.setState({ riskAddress: elsewhere })
    expect(await amended).toEqual({ outcome: 'referred' })
    expect(asked[1]?.[1]).toMatchObject({ addressDetails: { suburb: 'Epsom' } })
    expect(draft.state().isCarUnsaved).toBeUndefined()
  })

  it('[QUOTE-14] [QUOTE-12] is saved again if the price request after it failed', async () => {
    const draft = quotedDraft()
    const { api, asked } = server(saved, networkError, saved, noContent)
    expect(await sendAmend(api, draft, false)).toMatchObject({ outcome: 'failed' })
    expect(draft.state().isCarUnsaved).toBe(true)
    await sendAmend(api, draft, false)
    expect(asked[2]?.[1]).toMatchObject({ addressDetails: { suburb: 'Remuera' } })
    expect(draft.state().isCarUnsaved).toBeUndefined()
  })

  it('[QUOTE-14] [SHELL-09] requests no price if it could not be saved, and is saved later', async () => {
    const draft = quotedDraft()
    const { api, asked } = server(captchaFailed)
    expect(await sendAmend(api, draft, false)).toEqual({ outcome: 'unconfirmed' })
    expect(asked).toHaveLength(1)
    expect(draft.state().isCarUnsaved).toBe(true)
  })

  const quote = { data: { attributes: { policyHistory: {}, policyDetails: { quoteNum: 'Q123' } } } }

  it.each([
    ['address', { vehicleDetails: { vehicleKey: 'k' }, addressDetails: [{ ...elsewhere, type: 'RISK' }] }],
    ['model', { vehicleDetails: { vehicleKey: 'other' }, addressDetails: [{ ...address, type: 'RISK' }] }],
    ['model and the price', { vehicleDetails: { vehicleKey: 'other' }, addressDetails: [], quote }],
  ])(
    '[QUOTE-14] [CAR-12] [EDGE-09] if another tab changed the %s, the car shown here is saved before the declaration',
    async (_what, stored) => {
      const draft = quotedDraft()
      draft.setState({ isCarUnsaved: undefined })
      const { api, asked } = server(ok(stored), saved, noContent)
      expect(await refetchQuote(api, draft)).toBe(true)
      await sendAmend(api, draft, true)
      expect(asked[1]?.[1]).toMatchObject({
        vehicleDetails: { vehicleKey: 'k' },
        addressDetails: { suburb: 'Remuera' },
      })
      expect(asked[2]?.[1]).toMatchObject({ attributes: { declarationAgreed: true } })
    },
  )

  it('[EDGE-09] if another tab changed neither it nor the model, the car is not saved again', async () => {
    const draft = quotedDraft()
    draft.setState({ isCarUnsaved: undefined })
    const { api } = server(ok({ vehicleDetails: { vehicleKey: 'k' }, addressDetails: [], quote }))
    expect(await refetchQuote(api, draft)).toBe(true)
    expect(draft.state()).toMatchObject({ quote: quote.data.attributes })
    expect(draft.state().isCarUnsaved).toBeUndefined()
  })

  const asksIdentity = ok({ needsIdentityCheck: true, quoteNumber: 'Q123' })

  it.each([
    ['saved', [errorResult('NOT_READY'), asksIdentity]],
    ['priced', [saved, errorResult('NOT_READY'), asksIdentity]],
  ] as const)(
    '[QUOTE-12] [ENTRY-06] not %s, because another device changed the people, leads to the identity check',
    async (_what, answers) => {
      const draft = quotedDraft()
      const { api, asked } = server(...answers)
      expect(await sendAmend(api, draft, true)).toEqual({ outcome: 'failed', path: '/vehicle/step1' })
      expect(asked.at(-1)?.[0]).toBe('prospectCar')
      const state = { needsIdentityCheck: true, furthestStep: 'car', isCarUnsaved: true }
      expect(draft.state()).toMatchObject(state)
    },
  )

  it('[SHELL-14] ignores a refetched history that arrives after the answers were cleared', async () => {
    const draft = quotedDraft()
    const stored = { ...elsewhere, type: 'RISK' }
    const quote = { data: { attributes: {} } }
    const { api } = server(ok({ addressDetails: [stored], quote }))
    const fetched = refetchQuote(api, draft)
    draft.clear()
    expect(await fetched).toBe(false)
    expect(draft.state()).toEqual({})
  })
})
