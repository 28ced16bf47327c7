/** Tests of the payment dates, the cover and the refund period as the documents state them. */
import { expect, test } from 'vitest'
import { dollarsText } from '#journey/money.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { coverFacts } from '#underwriting/cover-facts.ts'
import { amountCoveredText, paymentSchedule, policyRows } from './quote-and-policy-text.ts'

/** The dates of the payments of a fortnightly policy from 21 November, with changes. */
const datesOf = (payment: Partial<PolicyRecord['payment']>, issuedAt = policyRecord.issuedAt) => {
  const choice = { ...policyRecord.choice, startDate: '2026-11-21' }
  const record = { ...policyRecord, choice, issuedAt, payment: { ...policyRecord.payment, ...payment } }
  return paymentSchedule(record).map(({ date }) => date)
}
const byCard = { method: 'card', firstDebit: '2026-11-21', countedFrom: '2026-11-24', terms: null } as const
// 10 am on Saturday 12 December in New Zealand.
const daysLate = '2026-12-11T21:00:00.000Z'

test('[PAY-03] [HOLDER-07] a card pays first on the purchase day, then from the payment start date', () => {
  const dates = datesOf(byCard)
  expect(dates.slice(0, 3)).toEqual(['2026-11-21', '2026-12-08', '2026-12-22'])
  expect(dates).toHaveLength(26)
})

test('[PAY-03] the first direct debit is on a business day', () => {
  expect(datesOf({ firstDebit: '2026-11-21', countedFrom: '2026-11-21' })[0]).toBe('2026-11-23')
})

test.each([
  ['bank', { firstDebit: '2026-11-24', countedFrom: '2026-11-24' }, '2026-12-14'],
  ['card', byCard, '2026-11-21'],
])('[PAY-03] [PAY-06] a policy by %s issued days late has no debit before its issue', (_, payment, first) => {
  const dates = datesOf(payment, daysLate)
  expect(dates.slice(0, 4)).toEqual([first, '2026-12-14', '2026-12-22', '2027-01-05'])
})

test('[PAY-06] [QUOTE-11] third party documents state only what the cover pays for the customer’s own car', () => {
  const choice = { ...policyRecord.choice, cover: 'THIRD_PARTY' } as const
  const said = amountCoveredText({ ...policyRecord, choice })
  for (const benefit of coverFacts('THIRD_PARTY').benefits)
    if (benefit.code === 'UNINSURED_DRIVER') expect(said).toContain(dollarsText(benefit.limitDollars ?? 0))
  expect(said).toContain('to your own car only by an uninsured driver')
})

test('[PAY-13] mails name the last day of the full refund: later refunds are partial', () => {
  const labels = policyRows(policyRecord, sampleBrand('turners')).map(({ label }) => label)
  expect(labels).toContain('Cancel for a full refund until')
})

test.each([
  ['bank', 'FORTNIGHTLY', 'KERERU INS, CAR COVER, MV00412073'],
  ['card', 'FORTNIGHTLY', 'Quote number Q7300120, for the first payment'],
  ['card', 'ANNUAL', 'Quote number Q7300120'],
] as const)(
  '[PAY-06] [PAY-11] the mail for %s, %s, states the text on the bank statement',
  (method, frequency, value) => {
    const choice = { ...policyRecord.choice, frequency }
    const payment = { ...policyRecord.payment, method }
    const rows = policyRows({ ...policyRecord, choice, payment }, sampleBrand('turners'))
    expect(rows).toContainEqual({ label: 'On your statement', value })
  },
)
