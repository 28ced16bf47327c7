/** The debits of a policy year, which customers see before they agree and documents print as the notice for the bank. */
import { coverEndDate, type Frequency, paymentsPerYear } from './cover.ts'
import { addDays, addMonths, type NzDay } from './dates.ts'
import type { Cents } from './money.ts'
import { adjustToBusinessDay } from './public-holidays.ts'

export interface Debit {
  readonly date: NzDay
  readonly amountCents: Cents
}

export interface DebitPlan {
  readonly startDate: NzDay
  /** Empty when the customer chose no day; the debits then run from the policy's start. */
  readonly firstDebit: NzDay | ''
  readonly frequency: Frequency
  readonly instalmentCents: Cents
}

/** The planned day of each debit, counted from the first, before weekends and holidays move it. */
const plannedDay: Readonly<Record<Frequency, (first: NzDay, index: number) => NzDay>> = {
  FORTNIGHTLY: (first, index) => addDays(first, 14 * index),
  MONTHLY: addMonths,
  ANNUAL: first => first,
}

/**
 * The debits of the year in order. A debit on a weekend or holiday moves to the next business day, or to the previous
 * one if cover would be over by then. Each date is counted from the first one, so that a moved debit moves no other.
 */
export function debitSchedule({ startDate, firstDebit, frequency, instalmentCents }: DebitPlan): Debit[] {
  const first = firstDebit || startDate
  const end = coverEndDate(startDate)
  return Array.from({ length: paymentsPerYear[frequency] }, (_, index) => {
    const planned = plannedDay[frequency](first, index)
    const next = adjustToBusinessDay(planned)
    return { date: next < end ? next : adjustToBusinessDay(planned, -1), amountCents: instalmentCents }
  })
}
