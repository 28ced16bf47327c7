/** How many payments make a year; a file of its own, for whoever counts money and needs no dates of debits. */
import type { Frequency } from './cover.ts'

export const paymentsPerYear: Readonly<Record<Frequency, number>> = {
  FORTNIGHTLY: 26,
  MONTHLY: 12,
  ANNUAL: 1,
}
