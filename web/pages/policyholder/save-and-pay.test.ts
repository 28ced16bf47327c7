/** Tests of the results of saving step 4 and of opening the payment page. */

import { describe, expect, it, vi } from 'vitest'
import type { Api } from '#web/api/client.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { openPaymentPage, savePolicyholders } from './save-and-pay.ts'

const api = (answer: unknown) => ({ call: async () => answer }) as unknown as Api
const refused = (code: string) => ({ outcome: 'refused', status: 409, problem: { code } })
const page = (url: unknown) => ({ outcome: 'ok', data: { data: { attributes: { url } } } })

describe('opening the payment page', () => {
  it.each([
    [page('https://pay.example/1'), { outcome: 'open', url: 'https://pay.example/1' }],
    [page(undefined), { outcome: 'none' }],
    [page('javascript:alert(1)'), { outcome: 'none' }],
    [{ outcome: 'ok', data: {} }, { outcome: 'none' }],
    [{ outcome: 'empty', status: 204 }, { outcome: 'none' }],
    [{ outcome: 'unreachable' }, { outcome: 'leave', path: '/error-occurred' }],
    [refused('PARTNER_UNAVAILABLE'), { outcome: 'leave', path: '/error-occurred' }],
    // Trying again would be refused again: over midnight its start has passed, or another tab changed it.
    [refused('NOT_READY'), { outcome: 'not-ready' }],
    [refused('STALE'), { outcome: 'not-ready' }],
    [{ outcome: 'captcha-unavailable' }, { outcome: 'unchecked' }],
    // The frame says that we are busy: no sentence about a security check beside it.
    [refused('OVERLOADED'), { outcome: 'told' }],
    [refused('QUOTE_CONVERTED'), { outcome: 'leave', path: '/converted' }],
    [refused('QUOTE_EXPIRED'), { outcome: 'leave', path: '/expired' }],
  ])('[PAY-11] [HOLDER-08] of %j comes %j', async (answer, outcome) => {
    expect(await openPaymentPage(api(answer), 'https://car.example', { quoteId: 'q1' })).toEqual(outcome)
  })
})

it('[QUOTE-09] does not open the payment page for a customer who has not agreed to the declaration', async () => {
  const call = vi.fn()
  const draftState = { quoteId: 'q1', needsDeclaration: true }
  expect(await openPaymentPage({ call } as unknown as Api, 'https://car.example', draftState)).toEqual({
    outcome: 'not-ready',
  })
  expect(call).not.toHaveBeenCalled()
})

describe('saving', () => {
  const postalAddress = {
    addressId: 'A-1',
    postcode: '1050',
    suburb: 'Remuera',
    city: 'Auckland',
    signature: '',
    addressInBrokenDownForm: {
      buildingName: '',
      levelNumber: '',
      levelType: '',
      streetName: 'Remuera',
      streetNumber: '88',
      streetSuffixCode: '',
      streetType: 'Road',
      unitNumber: '',
      unitType: '',
    },
    addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
  }
  const draft = () => {
    const made = createDraft(null)
    made.setState({ quoteId: 'q1', postalAddress })
    return made
  }

  it.each([
    [{ outcome: 'ok', data: {} }, { outcome: 'saved' }],
    [{ outcome: 'empty', status: 204 }, { outcome: 'saved' }],
    [{ outcome: 'captcha-unavailable' }, { outcome: 'unchecked' }],
    [refused('OVERLOADED'), { outcome: 'told' }],
    // Over midnight its start has passed, and with it the days that the page offers to pay from.
    [refused('NOT_READY'), { outcome: 'not-ready' }],
    [refused('STALE'), { outcome: 'not-ready' }],
    [refused('QUOTE_EXPIRED'), { outcome: 'leave', path: '/expired' }],
    [refused('MALFORMED'), { outcome: 'leave', path: '/error-occurred' }],
    [{ outcome: 'unreachable' }, { outcome: 'leave', path: '/error-occurred' }],
  ])('[HOLDER-08] of %j comes %j', async (answer, outcome) => {
    expect(await savePolicyholders(api(answer), draft())).toEqual(outcome)
  })

  it('[HOLDER-08] [ENTRY-06] where other people came in on another device, who they are is asked first', async () => {
    const replies: Record<string, unknown> = {
      quoteCreate: refused('NOT_READY'),
      prospectCar: { outcome: 'ok', data: { confirmPerson: true, quoteNumber: 'Q123' } },
    }
    const made = draft()
    const answering = { call: async (name: string) => replies[name] } as unknown as Api
    expect(await savePolicyholders(answering, made)).toEqual({ outcome: 'leave', path: '/vehicle/step1' })
    expect(made.state()).toMatchObject({ needsIdentityCheck: true, furthestStep: 'car', postalAddress })
  })

  it('[HOLDER-08] without a quote or a postal address nothing is sent', async () => {
    const unheard = { call: () => Promise.reject(new Error('asked')) } as unknown as Api
    expect(await savePolicyholders(unheard, createDraft(null))).toEqual({
      outcome: 'leave',
      path: '/error-occurred',
    })
  })
})
