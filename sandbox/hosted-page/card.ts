/** Card types and checks of the hosted payment page: scheme, check digit, stored details. */
import { z } from 'zod'

export const cardTypes = ['visa', 'mastercard', 'amex', 'diners'] as const
export type CardType = (typeof cardTypes)[number]

export const schemeNames: Readonly<Record<CardType, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
}

/** The stored details of a test card; the form rejects other numbers. The security code is never stored. */
export const typedCard = z.object({
  number: z.string(),
  name: z.string(),
  /** '07' */
  month: z.string(),
  /** '30' */
  year: z.string(),
  scheme: z.enum(cardTypes),
})
export type TypedCard = z.output<typeof typedCard>

/** A test card of a sandbox gateway; the challenge code '' means no challenge. */
export interface TestCard {
  readonly number: string
  readonly challengeCode: string
  /** What the card does, for the list below the form. */
  readonly shows: string
}

const schemePatterns: readonly (readonly [CardType, RegExp])[] = [
  ['visa', /^4\d{12,18}$/],
  ['mastercard', /^(?:5[1-5]|2[2-7])\d{14}$/],
  ['amex', /^3[47]\d{13}$/],
  ['diners', /^3(?:0[0-5]|[68]\d)\d{11}$/],
]

export const schemeOf = (number: string): CardType | null =>
  schemePatterns.find(([, pattern]) => pattern.test(number))?.[0] ?? null

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^\d+$/.test(number) && sum % 10 === 0
}
