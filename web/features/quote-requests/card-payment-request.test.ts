/** Tests of the body of payment/create and of the payment page's URL. */

import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { cardPaymentRequest, isWebAddress } from './card-payment-request.ts'

const id = '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b'
const quote = { policyHistory: { lastModifiedDatetime: '2026-11-21T01:00:00Z', lastModifiedUserId: 'web' } }

describe('payment/create', () => {
  it('[PAY-11] sends the quote in each address, the three card schemes and 3-D Secure, for the version shown', () => {
    const body = endpoints.paymentCreate.body.parse(
      cardPaymentRequest('https://car.example.co.nz', { quoteId: id, quote }),
    )
    expect(body).toEqual({
      cancelUrl: `https://car.example.co.nz/cc-payment-cancel?uuid=${id}`,
      failureUrl: `https://car.example.co.nz/cc-payment-failure?uuid=${id}`,
      successUrl: `https://car.example.co.nz/cc-payment-success?id=${id}&uuid=${id}`,
      supportedCardTypes: ['VISA', 'MASTER', 'AMEX'],
      enable3DS: true,
      policyHistory: quote.policyHistory,
    })
  })

  it.each([
    ['https://pay.example/session/1', true],
    ['http://127.0.0.1:4000/pay', true],
    ['javascript:alert(1)', false],
    ['//pay.example', false],
    ['https://', false],
    ['https://pay example', false],
    ['', false],
  ])('[PAY-11] follows %s: %s', (url, expected) => {
    expect(isWebAddress(url)).toBe(expected)
  })
})
