/** What was typed on the hosted payment page: either a card that may be charged, or what is wrong with each field. */
import { z } from 'zod'
import type { cardTypes, paidCard } from './session.ts'
import { maskedNumber, passesLuhn, schemeNames, schemeOf, type TestCard, testCards } from './test-cards.ts'

export const cardForm = z.object({
  cardNumber: z.string().max(40).default(''),
  nameOnCard: z.string().max(100).default(''),
  expiry: z.string().max(20).default(''),
  securityCode: z.string().max(10).default(''),
})
export type CardForm = z.output<typeof cardForm>
export type CardField = keyof CardForm
export type FieldErrors = Partial<Record<CardField, string>>

export type CheckedForm =
  | { readonly ok: true; readonly card: z.output<typeof paidCard>; readonly testCard: TestCard }
  | { readonly ok: false; readonly errors: FieldErrors }

type Scheme = (typeof cardTypes)[number]

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-NZ', { type: 'disjunction' }).format(words)

function numberError(number: string, scheme: Scheme | null, taken: readonly Scheme[]): string | null {
  if (number === '') return 'Enter your card number'
  if (scheme === null || !passesLuhn(number))
    return 'Check the card number: it is not complete or has a wrong digit'
  if (!taken.includes(scheme)) {
    return `We cannot take ${schemeNames[scheme]} here. Use ${listed(taken.map(known => schemeNames[known]))}`
  }
  if (!testCards.some(card => card.number === number))
    return 'Use one of the test cards below: never type a real card here'
  return null
}

/** '07/30', '0730' and '07 / 2030' → ['07', '30'] */
function expiryOf(typed: string): [month: string, year: string] | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(typed.trim()) ?? []
  return month && year ? [month, year] : null
}

function expiryError(typed: string, now: Date): string | null {
  const expiry = expiryOf(typed)
  if (!expiry) return 'Enter the expiry date as MM/YY, for example 07/30'
  const [month, year] = expiry.map(Number) as [number, number]
  const firstDayAfter = Date.UTC(2000 + year, month, 1)
  return firstDayAfter <= now.getTime() ? 'This card has expired: use another card' : null
}

function codeError(typed: string, scheme: Scheme | null): string | null {
  const length = scheme === 'amex' ? 4 : 3
  if (typed === '') return 'Enter the security code'
  return new RegExp(`^\\d{${length}}$`).test(typed) ? null : `The security code has ${length} digits`
}

export function checkForm(form: CardForm, taken: readonly Scheme[], now: Date): CheckedForm {
  const number = form.cardNumber.replace(/[\s-]/g, '')
  const scheme = schemeOf(number)
  const found: Record<CardField, string | null> = {
    cardNumber: numberError(number, scheme, taken),
    nameOnCard: form.nameOnCard.trim() === '' ? 'Enter the name on the card' : null,
    expiry: expiryError(form.expiry, now),
    securityCode: codeError(form.securityCode.trim(), scheme),
  }
  const errors = Object.fromEntries(
    Object.entries(found).filter(([, error]) => error !== null),
  ) as FieldErrors
  const testCard = testCards.find(card => card.number === number)
  const [month = '', year = ''] = expiryOf(form.expiry) ?? []
  if (Object.keys(errors).length > 0 || !testCard || !scheme) return { ok: false, errors }
  const card = {
    cardHolderName: form.nameOnCard.trim(),
    cardNumber: maskedNumber(number),
    dateExpiryMonth: month,
    dateExpiryYear: year,
    type: scheme,
  }
  return { ok: true, card, testCard }
}
