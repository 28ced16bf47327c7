/** Tests of when a quote belongs to other people: people and home decide, not how an address was found. */
import { expect, it } from 'vitest'
import { address as home } from '#test/samples/customer.ts'
import { hasChangedRiskAddress } from './quote-ownership.ts'

it('[T2] [CAR-09] the same address with another signature is the same home', () => {
  const foundAgain = { ...home, signature: 'signed.QXVja2xhbmQ' }
  expect(hasChangedRiskAddress({ risk_address: home }, foundAgain)).toBe(false)
  expect(hasChangedRiskAddress({ risk_address: home }, { ...home, addressId: '8' })).toBe(true)
  expect(hasChangedRiskAddress({ risk_address: null }, home)).toBe(true)
})

it.each([
  ["3 O'Connell Street", '3 O’Connell Street', false],
  ['3 O’Connell Street', '3  O`CONNELL  street', false],
  ['3 Ma\u0304nuka Road', '3 Mānuka Road', false],
  ['3 Mānuka Road', '3 Manuka Road', true],
  ['1-3 Manuka Road', '1–3 Manuka Road', false],
])('[T2] [CAR-09] after %j, %j counts as another home: %s', (before, now, isOther) => {
  const at = (addressLine1: string) => ({ ...home, addressInFreeForm: { addressLine1, addressLine2: '' } })
  expect(hasChangedRiskAddress({ risk_address: at(before) }, at(now))).toBe(isOther)
})
