/** Payment methods, card names, the confirmations for a direct debit, and the dates of the first debit. */
import { addDays, type NzDay } from './dates.ts'

export const paymentMethods = ['Credit_Card', 'BANK_TRANSFER'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const cardSchemes = ['VISA', 'MASTER', 'AMEX'] as const
export type CardScheme = (typeof cardSchemes)[number]

/** Display names of the card schemes, by the partners' names in lower case. */
const schemeNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  master: 'Mastercard',
  mastercard: 'Mastercard',
  amex: 'American Express',
  'american express': 'American Express',
  american_express: 'American Express',
}

/** 'Mastercard ending in 70', for e-mails and documents; partners send two or four of the last digits, or none. */
export function cardText(card: { readonly scheme: string; readonly lastDigits: string }): string {
  const name = schemeNames[card.scheme.toLowerCase()] ?? 'Card'
  return card.lastDigits === '' ? name : `${name} ending in ${card.lastDigits}`
}

/** The confirmations a customer ticks before a direct debit; the policy stores them word for word. */
export const directDebitConsents = {
  authorised: 'I am authorised to operate this account',
  agreed: 'I agree to the direct debit terms',
} as const

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
