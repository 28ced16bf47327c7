/** Tests of isWebAddress: the browser follows only http(s) URLs of a payment page. */
import { expect, it } from 'vitest'
import { isWebAddress } from './web-address.ts'

it.each([
  ['https://pay.example/session/1', true],
  ['http://127.0.0.1:4000/pay', true],
  ['javascript:alert(1)', false],
  ['//pay.example', false],
  ['https://', false],
  ['https://pay example', false],
  ['', false],
])('[PAY-11] redirects to %s: %s', (url, expected) => {
  expect(isWebAddress(url)).toBe(expected)
})
