import { expect, it } from 'vitest'
import { isPrintedName } from './printed-name.ts'

it.each([
  ['Kererū Trust', true],
  ['Māia & Sons (www)', true],
  [' ', false],
  ['See www.evil.example', false],
  ['https://evil.example', false],
  ['Maia Ngata 4111 1111 1111 1111', false],
])('[HOLDER-01] [PAY-02] %j may be the name of a business or an account: %j', (text, may) => {
  expect(isPrintedName(text)).toBe(may)
})
