/** Tests of the formats of money, for people and for calls. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centsToWire, dollarsText, gstPortion, moneyText, wireToCents } from './money.ts'

it('[QUOTE-03] [QUOTE-13] [CAR-10] [QUOTE-07] cents and whole dollars are formatted', () => {
  expect([0, 5, 123_450, -420].map(moneyText)).toEqual(['$0.00', '$0.05', '$1,234.50', '-$4.20'])
  expect([15_000, 950].map(dollarsText)).toEqual(['$15,000', '$950'])
})

it('[QUOTE-13] groups digits as in New Zealand for any amount', () => {
  const table = new Intl.NumberFormat('en-NZ', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), cents => {
      expect(moneyText(cents)).toBe(`$${table.format(cents / 100)}`)
      expect(dollarsText(cents)).toBe(`$${table.format(cents).replace('.00', '')}`)
    }),
  )
})

it('[QUOTE-13] GST is 3 parts of 23', () => {
  expect(gstPortion(11_500)).toBe(1500)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), cents => {
      expect(gstPortion(cents)).toBe(Math.round((cents * 3) / 23))
    }),
  )
})

it('[EDGE-08] cents are encoded as dollars with two decimals and decoded unchanged', () => {
  expect(centsToWire(12_345)).toBe(123.45)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), cents => {
      expect(wireToCents(JSON.parse(JSON.stringify(centsToWire(cents))))).toBe(cents)
    }),
  )
})
