/** Tests that the browser follows only an http(s) URL of a payment page. */
import { expect, it } from 'vitest'
import { networkError, ok } from '#test/samples/api-results.ts'
import { paymentPageUrl } from './request-and-response.ts'

it.each([
  ['https://pay.example/session/1', true],
  ['http://127.0.0.1:4000/pay', true],
  ['javascript:alert(1)', false],
  ['//pay.example', false],
  ['https://', false],
  ['https://pay example', false],
  ['', false],
])('[PAY-11] redirects to %s: %s', (url, expected) => {
  expect(paymentPageUrl(ok({ data: { attributes: { url } } }))).toBe(expected ? url : null)
})

it('[PAY-11] has no URL of a response without one', () => {
  expect(paymentPageUrl(networkError)).toBeNull()
})
