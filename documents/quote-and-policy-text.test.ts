/** Tests of the payment dates, the cover and the refund period as the documents state them. */
import { expect, test } from 'vitest'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { paymentSchedule, policyRows } from './quote-and-policy-text.ts'

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

test.each([
  ['bank', { firstDebit: '2026-11-24', countedFrom: '2026-11-24' }, '2026-12-14'],
  ['card', byCard, '2026-11-21'],
])('[PAY-03] [PAY-06] a policy by %s issued days late has no debit before its issue', (_, payment, first) => {
  const dates = datesOf(payment, daysLate)
  expect(dates.slice(0, 4)).toEqual([first, '2026-12-14', '2026-12-22', '2027-01-05'])
})

// Later refunds are partial.
test('[PAY-06] [PAY-11] [PAY-13] the policy mail names the payment, its text on the statement and the last day of the full refund', () => {
  const labels = policyRows(policyRecord, sampleBrand('turners')).map(({ label }) => label)
  const wanted = ['First payment', 'On your statement', 'Cancel for a full refund until']
  expect(labels).toEqual(expect.arrayContaining(wanted))
})
