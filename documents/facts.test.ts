/** When a policy's payments are taken, as the documents say it. */
import { expect, test } from 'vitest'
import { policyRecord } from '#test/sample-records.ts'
import { payments } from './facts.ts'

test('[PAY-03] [HOLDER-07] a card pays first on the day of its page, and then from the payment start date', () => {
  const record = {
    ...policyRecord,
    choice: { ...policyRecord.choice, frequency: 'FORTNIGHTLY', startDate: '2026-11-21' },
    payment: {
      ...policyRecord.payment,
      method: 'card',
      firstDebit: '2026-11-21',
      countedFrom: '2026-11-24',
      terms: null,
    },
  } as const
  const dates = payments(record).map(payment => payment.date)
  expect(dates.slice(0, 3)).toEqual(['2026-11-21', '2026-12-08', '2026-12-22'])
  expect(dates).toHaveLength(26)
})

test('[PAY-03] a bank’s first debit waits for a business day', () => {
  const record = {
    ...policyRecord,
    payment: { ...policyRecord.payment, firstDebit: '2026-11-21', countedFrom: '2026-11-21' },
  }
  expect(payments(record)[0]?.date).toBe('2026-11-23')
})
