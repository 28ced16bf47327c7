/** Tests of the price and the excess that the pages show. */

import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  type CoverType,
  coverOptions,
  coverTypes,
  frequencies,
  voluntaryExcessSteps,
} from '#journey/cover.ts'
import { type PricedChoice, pricedChoices } from '#journey/price-table.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { choiceKey, isPriceUpToDate, shownExcess, shownPrice, tablePriceCents } from './quote-price.ts'

const today = '2026-11-21'
/** Every price differs from every other, so that a wrong place in the table shows. */
const pricesOf = (cover: CoverType) =>
  pricedChoices(cover).map((_, index) => (coverTypes.indexOf(cover) + 1) * 1_000_000 + index)
const quote: QuoteAttributes = {
  policyComponent: {
    premium: { grossPremium: 950.2, installmentAmount: 38.2 },
    coverages: [
      { policyCoverType: 'COMPREHENSIVE', imposedExcess: 300, voluntaryExcess: 0, compensations: [] },
    ],
  },
  policyDetails: { quoteNum: 'Q1', billingInfo: { frequency: 'FORTNIGHTLY' } },
  policyHistory: { lastModifiedDatetime: 'now', lastModifiedUserId: 'web' },
  policyInceptionDate: today,
  carValue: 15_000,
  priceSteps: [],
  priceTable: {
    COMPREHENSIVE: pricesOf('COMPREHENSIVE'),
    THIRD_PARTY_FIRE_THEFT: pricesOf('THIRD_PARTY_FIRE_THEFT'),
    THIRD_PARTY: pricesOf('THIRD_PARTY'),
  },
  validUntil: '2026-12-21',
}
const asQuoted = { 'car.carValue': '$15,000' }

describe('the price shown', () => {
  it('[QUOTE-03] is the instalment, and the gross premium for ANNUAL', () => {
    expect(shownPrice(quote, formOf(asQuoted), today)).toEqual({
      paymentCents: 3820,
      frequency: 'FORTNIGHTLY',
      confirmed: true,
    })
    const annual = {
      ...quote,
      policyDetails: { ...quote.policyDetails, billingInfo: { frequency: 'ANNUAL' as const } },
    }
    expect(
      shownPrice(annual, formOf({ ...asQuoted, 'cover.frequency': 'ANNUAL' }), today)?.paymentCents,
    ).toBe(95_020)
  })

  const plain: PricedChoice = {
    cover: 'COMPREHENSIVE',
    voluntaryExcess: 0,
    excessFreeWindow: false,
    hireCar: false,
    roadsideAssistance: false,
    frequency: 'FORTNIGHTLY',
  }
  it.each<[FormTexts, PricedChoice]>([
    [{ 'cover.cover': 'THIRD_PARTY' }, { ...plain, cover: 'THIRD_PARTY' }],
    [{ 'cover.frequency': 'MONTHLY' }, { ...plain, frequency: 'MONTHLY' }],
    [{ 'cover.voluntaryExcess': '300' }, { ...plain, voluntaryExcess: 300 }],
    ...coverOptions.map((option): [FormTexts, PricedChoice] => [
      { [`cover.${option}`]: 'YES' },
      { ...plain, [option]: true },
    ]),
  ])('[QUOTE-02] shows the price of %o from the price table until it is confirmed', (answers, choice) => {
    const place = pricedChoices(choice.cover).findIndex(one => isDeepStrictEqual(one, choice))
    expect(shownPrice(quote, formOf({ ...asQuoted, ...answers }), today)).toEqual({
      paymentCents: pricesOf(choice.cover)[place],
      frequency: choice.frequency,
      confirmed: false,
    })
  })

  it('[QUOTE-02] keeps the old price where the table has none', () => {
    expect(
      shownPrice(
        { ...quote, priceTable: null },
        formOf({ ...asQuoted, 'cover.frequency': 'MONTHLY' }),
        today,
      ),
    ).toEqual({
      paymentCents: 3820,
      frequency: 'FORTNIGHTLY',
      confirmed: false,
    })
    expect(shownPrice(undefined, formOf(asQuoted), today)).toBe(null)
  })

  it('[QUOTE-02] a confirmed price depends on value and start date', () => {
    expect(isPriceUpToDate(quote, formOf(asQuoted), today)).toBe(true)
    expect(isPriceUpToDate(quote, formOf({ 'car.carValue': '15001' }), today)).toBe(false)
    expect(isPriceUpToDate(quote, formOf({ ...asQuoted, 'cover.startDate': '01/12/2026' }), today)).toBe(
      false,
    )
    expect(
      choiceKey(formOf({ ...asQuoted, 'cover.cover': 'THIRD_PARTY', 'cover.hireCar': 'YES' }), today),
    ).toBe(choiceKey(formOf({ ...asQuoted, 'cover.cover': 'THIRD_PARTY' }), today))
  })

  it('[QUOTE-01] has a price for every choice of every cover', () => {
    const seen = coverTypes.flatMap(cover =>
      pricedChoices(cover).map(choice => tablePriceCents(quote, { ...choice, startDate: today })),
    )
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).not.toContain(null)
    expect(frequencies).toHaveLength(3)
  })

  it('[QUOTE-04] adds imposed and chosen excess; other covers have 500', () => {
    expect(shownExcess(quote, 'COMPREHENSIVE', 700)).toBe(1000)
    expect(shownExcess(quote, 'THIRD_PARTY', 0)).toBe(500)
    expect(shownExcess(undefined, 'COMPREHENSIVE', 0)).toBe(300)
    expect(shownExcess(undefined, 'COMPREHENSIVE', 100)).toBe(400)
    expect(shownExcess(undefined, 'THIRD_PARTY', 0)).toBe(500)
    // An insurer that names none: 500, and what is chosen above it.
    const unnamed = { ...quote, policyComponent: { ...quote.policyComponent, coverages: [] } }
    expect(voluntaryExcessSteps.map(step => shownExcess(unnamed, 'COMPREHENSIVE', step))).toEqual([
      500, 600, 800, 1000, 1200, 1700,
    ])
    // Seen from another cover's tab: the answer's own excess is that of the chosen cover.
    const [coverage] = quote.policyComponent.coverages
    if (!coverage) throw new Error('no coverage')
    const coverages = [{ ...coverage, policyCoverType: 'THIRD_PARTY' as const, imposedExcess: 500 }]
    const thirdParty = {
      ...quote,
      policyComponent: { ...quote.policyComponent, coverages },
      comprehensiveExcess: 300,
    }
    expect(shownExcess(thirdParty, 'COMPREHENSIVE', 100)).toBe(400)
    expect(shownExcess(thirdParty, 'THIRD_PARTY', 0)).toBe(500)
  })
})
