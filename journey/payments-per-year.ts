/**
 * The number of payments in a year for each frequency. It is a separate file for code that needs no debit
 * dates.
 */
import type { Frequency } from './cover.ts'

export const paymentsPerYear: Readonly<Record<Frequency, number>> = {
  FORTNIGHTLY: 26,
  MONTHLY: 12,
  ANNUAL: 1,
}
