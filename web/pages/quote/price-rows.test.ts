/** Tests of the rows of the price breakdown. */
import { describe, expect, it } from 'vitest'
import { quoteAttributes } from '#test/samples/quote-attributes.ts'
import { priceRows } from './lazy/price-breakdown.tsx'
import { priceChangeText } from './price-panel.tsx'

const quote = (frequency: 'FORTNIGHTLY' | 'ANNUAL', installmentAmount = 37.15, grossPremium = 920) => ({
  ...quoteAttributes,
  policyComponent: { premium: { grossPremium, installmentAmount }, coverages: [] },
  policyDetails: { quoteNum: 'Q1', billingInfo: { frequency } },
  priceSteps: [
    { code: 'BASE_LIABILITY', amount: 700.1 },
    { code: 'AREA', amount: 99.9 },
    { code: 'GST', amount: 120 },
    { code: 'INSTALMENT_LOADING', amount: 45.9 },
  ],
})

describe('how the price is made up', () => {
  it.each(['FORTNIGHTLY', 'ANNUAL'] as const)('[QUOTE-13] %s: each sum equals its rows', frequency => {
    let running = 0
    for (const row of priceRows(quote(frequency))) {
      if (row.isSum) expect(row.cents).toBe(running)
      else running += row.cents
    }
    expect(running).toBe(frequency === 'ANNUAL' ? 92_000 : 3715 * 26)
  })

  it.each([
    // 3/23 of $965.90 is $125.99; $120.00 of it stands in the step.
    [37.15, 'Paying in instalments, with GST of $5.99'],
    [35.4, 'Paying in instalments, with GST of $0.05'],
    [35.38, 'Rounding of each payment'],
  ])('[QUOTE-13] payments of %d have the row ‘%s’', (installmentAmount, label) => {
    const rows = priceRows(quote('FORTNIGHTLY', installmentAmount))
    expect(rows.slice(-2).map(row => row.label)).toEqual([label, 'Total for the year'])
  })

  it('[QUOTE-13] payments that equal the price of the year have no row of their own', () => {
    const rows = priceRows(quote('FORTNIGHTLY', 35.65, 926.9))
    expect(rows.slice(-2)).toEqual([
      { label: 'Price for a year paid at once', cents: 92_690, isSum: true },
      { label: 'Total for the year', cents: 92_690, isSum: true },
    ])
  })

  it('[QUOTE-13] a price step of another insurer keeps its own name', () => {
    const rows = priceRows({ ...quote('ANNUAL'), priceSteps: [{ code: 'Stamp duty', amount: 920 }] })
    expect(rows[0]?.label).toBe('Stamp duty')
  })

  it.each([
    [3820, 3950, 'FORTNIGHTLY', '$1.30 more a fortnight than before your last change'],
    [3950, 3820, 'FORTNIGHTLY', '$1.30 less a fortnight than before your last change'],
    [3820, 3820, 'FORTNIGHTLY', 'Your last change left the price as it was'],
    // Another frequency is compared by the year.
    [3715, 92_000, 'ANNUAL', '$45.90 less for the year than before your last change'],
  ] as const)(
    '[QUOTE-13] from %i cents a fortnight to %i %s: %s',
    (before, paymentCents, frequency, text) => {
      const now = { paymentCents, frequency }
      expect(priceChangeText({ paymentCents: before, frequency: 'FORTNIGHTLY' }, now)).toBe(text)
    },
  )
})
