/** The dates of the first debit: its window after the policy's start, and its day of the month. */
import { addDays, type NzDay } from './dates.ts'

export const paymentStartWithinDays = 14

/** The first debit lies between the policy's start and 14 days after (PAY-03). */
export const isAllowedFirstDebit = (day: NzDay, policyStart: NzDay): boolean =>
  day >= policyStart && day <= addDays(policyStart, paymentStartWithinDays)

/** The first debit for a day of the month: the first such day in its window; null if the window has none. */
export const firstDebitOn = (dayOfMonth: number, policyStart: NzDay): NzDay | null =>
  Array.from({ length: paymentStartWithinDays + 1 }, (_, days) => addDays(policyStart, days)).find(
    day => Number(day.slice(8)) === dayOfMonth,
  ) ?? null

/** Day of the month of the debits: payment start, else policy start, else today. */
export const debitDay = (paymentStart: NzDay | '', policyStart: NzDay | '', today: NzDay): number =>
  Number((paymentStart || policyStart || today).slice(8))
