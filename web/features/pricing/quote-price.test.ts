/** Tests of the price and the excess that the pages show. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type CoverType, coverOptions, coverTypes } from '#journey/cover.ts'
import { type PricedChoice, pricedChoices } from '#journey/price-table.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { quoteAttributes } from '#test/samples/quote-attributes.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { choiceKey, isPriceUpToDate, shownExcess, shownPrice } from './quote-price.ts'

const today = '2026-11-21'
/** Every price differs from every other, so that a wrong place in the table shows. */
const pricesOf = (cover: CoverType) =>
  pricedChoices(cover).map((_, index) => (coverTypes.indexOf(cover) + 1) * 1_000_000 + index)
const mapCovers = <T>(map: (cover: CoverType) => T) =>
  Object.fromEntries(coverTypes.map(cover => [cover, map(cover)])) as Record<CoverType, T>
const quote: QuoteAttributes = {
  ...quoteAttributes,
  priceTable: mapCovers(pricesOf),
}
const old = { paymentCents: 3820, frequency: 'FORTNIGHTLY' }
const asQuoted = { 'car.carValue': '$15,000' }
const shown = (answers: FormTexts, of: QuoteAttributes | undefined = quote) =>
  shownPrice(of, formOf({ ...asQuoted, ...answers }), today)
const key = (answers: FormTexts) => choiceKey(formOf({ ...asQuoted, ...answers }), today)

describe('the price shown', () => {
  it('[QUOTE-03] is the instalment, and the gross premium for ANNUAL', () => {
    expect(shown({})).toEqual({ ...old, confirmed: true })
    const policyDetails = { ...quote.policyDetails, billingInfo: { frequency: 'ANNUAL' as const } }
    expect(shown({ 'cover.frequency': 'ANNUAL' }, { ...quote, policyDetails })?.paymentCents).toBe(95_020)
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
    const paymentCents = pricesOf(choice.cover)[place]
    expect(shown(answers)).toEqual({ paymentCents, frequency: choice.frequency, confirmed: false })
  })

  it('[QUOTE-02] keeps the old price where the table has none', () => {
    const withoutTable = { ...quote, priceTable: null }
    expect(shown({ 'cover.frequency': 'MONTHLY' }, withoutTable)).toEqual({ ...old, confirmed: false })
    expect(shownPrice(undefined, formOf(asQuoted), today)).toBe(null)
  })

  it('[QUOTE-02] a confirmed price depends on value and start date', () => {
    const isUpToDate = (answers: FormTexts) =>
      isPriceUpToDate(quote, formOf({ ...asQuoted, ...answers }), today)
    expect(isUpToDate({})).toBe(true)
    expect(isUpToDate({ 'car.carValue': '15001' })).toBe(false)
    expect(isUpToDate({ 'cover.startDate': '01/12/2026' })).toBe(false)
    const thirdParty = { 'cover.cover': 'THIRD_PARTY' }
    expect(key({ ...thirdParty, 'cover.hireCar': 'YES' })).toBe(key(thirdParty))
  })

  it.each(['5', '31/12/2030'])(
    '[QUOTE-08] [QUOTE-10] the invalid start date %s has no confirmed price',
    startDate => {
      const ofToday = { ...quote, policyInceptionDate: today }
      expect(shown({}, ofToday)?.confirmed).toBe(true)
      for (const priced of [ofToday, quote])
        expect(shown({ 'cover.startDate': startDate }, priced)?.confirmed).toBe(false)
    },
  )

  it('[QUOTE-04] adds imposed and chosen excess; other covers have 500', () => {
    expect(shownExcess(quote, 'COMPREHENSIVE', 700)).toBe(1000)
    expect(shownExcess(quote, 'THIRD_PARTY', 0)).toBe(500)
    expect(shownExcess(undefined, 'COMPREHENSIVE', 100)).toBe(400)
    expect(shownExcess(undefined, 'THIRD_PARTY', 0)).toBe(500)
    // An insurer that names none: 500, and what is chosen above it.
    const unnamed = { ...quote, policyComponent: { ...quote.policyComponent, coverages: [] } }
    expect(shownExcess(unnamed, 'COMPREHENSIVE', 100)).toBe(600)
    // The quote is for another cover: its own excess is that of the chosen cover.
    expect(shownExcess({ ...unnamed, comprehensiveExcess: 300 }, 'COMPREHENSIVE', 100)).toBe(400)
  })
})
