/** Tests of the rows of the price breakdown. */

import { describe, expect, it } from 'vitest'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { priceRows } from './lazy/price-breakdown.tsx'
import { priceChangeText } from './price-panel.tsx'

const quote = (frequency: 'FORTNIGHTLY' | 'ANNUAL'): QuoteAttributes => ({
  policyComponent: { premium: { grossPremium: 920, installmentAmount: 37.15 }, coverages: [] },
  policyDetails: { quoteNum: 'Q1', billingInfo: { frequency } },
  policyHistory: { lastModifiedDatetime: 'now', lastModifiedUserId: 'web' },
  policyInceptionDate: '2026-11-21',
  carValue: 15_000,
  priceSteps: [
    { code: 'BASE_LIABILITY', amount: 700.1 },
    { code: 'AREA', amount: 99.9 },
    { code: 'GST', amount: 120 },
    { code: 'INSTALMENT_LOADING', amount: 45.9 },
  ],
  priceTable: null,
  validUntil: '2026-12-21',
})

describe('how the price is made up', () => {
  it.each(['FORTNIGHTLY', 'ANNUAL'] as const)(
    '[QUOTE-13] %s: each sum equals the rows above it, to the cent',
    frequency => {
      let running = 0
      for (const row of priceRows(quote(frequency))) {
        if (row.isSum) expect(row.cents).toBe(running)
        else running += row.cents
      }
      expect(running).toBe(frequency === 'ANNUAL' ? 92_000 : 3715 * 26)
    },
  )

  it('[QUOTE-13] GST of the steps and instalments equals that of the year’s total', () => {
    const labels = priceRows(quote('FORTNIGHTLY')).map(row => row.label)
    // 3/23 of $965.90 is $125.99; $120.00 of it stands in the step.
    expect(labels).toContain('Paying in instalments, with GST of $5.99')
  })

  it.each([
    [35.38, ['Rounding of each payment', 'Total for the year']],
    [35.4, ['Paying in instalments, with GST of $0.05', 'Total for the year']],
  ])('[QUOTE-13] payments of %d are named by their difference to the year', (installmentAmount, labels) => {
    const told = quote('FORTNIGHTLY')
    const premium = { grossPremium: 920, installmentAmount }
    const rows = priceRows({ ...told, policyComponent: { ...told.policyComponent, premium } })
    expect(rows.slice(-2).map(row => row.label)).toEqual(labels)
  })

  it('[QUOTE-13] payments that equal the price of the year have no row of their own', () => {
    const told = quote('FORTNIGHTLY')
    const premium = { grossPremium: 926.9, installmentAmount: 35.65 }
    const rows = priceRows({ ...told, policyComponent: { ...told.policyComponent, premium } })
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
    [3820, 3950, '$1.30 more a fortnight than before your last change'],
    [3950, 3820, '$1.30 less a fortnight than before your last change'],
    [3820, 3820, 'Your last change left the price as it was'],
  ])('[QUOTE-13] from %i to %i cents: %s', (before, now, text) => {
    expect(
      priceChangeText(
        { paymentCents: before, frequency: 'FORTNIGHTLY' },
        { paymentCents: now, frequency: 'FORTNIGHTLY' },
      ),
    ).toBe(text)
  })

  it('[QUOTE-13] compares another frequency by the year', () => {
    expect(
      priceChangeText(
        { paymentCents: 3715, frequency: 'FORTNIGHTLY' },
        { paymentCents: 92_000, frequency: 'ANNUAL' },
      ),
    ).toBe('$45.90 less for the year than before your last change')
  })
})
