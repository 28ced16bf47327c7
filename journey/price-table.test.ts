/** Tests of the price table: its order, its choices and missing prices. */
import { describe, expect, it } from 'vitest'
import { type CoverType, coverTypes } from './cover.ts'
import { type PriceTable, pricedChoices, priceOf } from './price-table.ts'

/** Each place holds its own number, so that a reader one off reads the wrong one. */
const numbered = (count: number) => Array.from({ length: count }, (_, place) => place)
const pricesOf = (cover: CoverType) => numbered(pricedChoices(cover).length)
const table: PriceTable = {
  COMPREHENSIVE: pricesOf('COMPREHENSIVE'),
  THIRD_PARTY_FIRE_THEFT: pricesOf('THIRD_PARTY_FIRE_THEFT'),
  THIRD_PARTY: pricesOf('THIRD_PARTY'),
}

describe('the price table', () => {
  it.each(coverTypes)('[QUOTE-02] contains every choice of %s once, in order', cover => {
    expect(pricedChoices(cover).map(choice => priceOf(table, choice))).toEqual(table[cover])
  })

  it('[QUOTE-06] has no option that the cover does not offer', () => {
    const third = pricedChoices('THIRD_PARTY')
    expect(third.filter(choice => choice.excessFreeWindow || choice.hireCar)).toEqual([])
    expect(pricedChoices('THIRD_PARTY_FIRE_THEFT').filter(choice => choice.excessFreeWindow)).toEqual([])
  })

  it('[QUOTE-06] ignores options that the cover does not offer', () => {
    const options = { excessFreeWindow: true, hireCar: true, roadsideAssistance: true }
    const choice = { cover: 'THIRD_PARTY', voluntaryExcess: 1200, frequency: 'MONTHLY', ...options } as const
    expect(priceOf(table, choice)).toBe(4)
  })

  it.each([2, 4, 8])('[QUOTE-03] a table of %s prices of another version gives no price', count => {
    const other: PriceTable = { ...table, THIRD_PARTY: numbered(count) }
    const prices = pricedChoices('THIRD_PARTY').map(choice => priceOf(other, choice))
    expect(new Set(prices)).toEqual(new Set([null]))
  })
})
