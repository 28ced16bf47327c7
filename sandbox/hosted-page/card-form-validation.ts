/**
 * Validates the card form of the hosted payment page: card schemes, test cards, number, expiry date and security
 * code.
 */
import { z } from 'zod'
import { stripSeparators, wordsOf } from '#journey/typed-text.ts'

export const cardSchemes = ['visa', 'mastercard', 'amex', 'diners'] as const
export type CardScheme = (typeof cardSchemes)[number]

export const schemeNames: Readonly<Record<CardScheme, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
}

/** The details of a typed test card; the form rejects other numbers. The security code is never stored. */
export const enteredCard = z.object({
  number: z.string(),
  name: z.string(),
  /** '07' */
  month: z.string(),
  /** '30' */
  year: z.string(),
  scheme: z.enum(cardSchemes),
})
export type EnteredCard = z.output<typeof enteredCard>

/** A test card of a gateway; the challenge code '' means no challenge. */
export interface TestCard {
  readonly number: string
  readonly challengeCode: string
  /** The card's result, for the list below the form. */
  readonly shows: string
}

/** Much longer than a card number, so that a long paste gets an error message. */
const field = z.string().max(1000).default('')

export const cardForm = z.object({
  cardNumber: field,
  nameOnCard: field,
  expiry: field,
  securityCode: field,
})
export type CardForm = z.output<typeof cardForm>
export type CardField = keyof CardForm
export type FieldErrors = Partial<Record<CardField, string>>

const schemePatterns: readonly (readonly [CardScheme, RegExp])[] = [
  ['visa', /^4\d{12,18}$/],
  ['mastercard', /^(?:5[1-5]|2[2-7])\d{14}$/],
  ['amex', /^3[47]\d{13}$/],
  ['diners', /^3(?:0[0-5]|[68]\d)\d{11}$/],
]

const schemeOf = (number: string): CardScheme | null =>
  schemePatterns.find(([, pattern]) => pattern.test(number))?.[0] ?? null

/** The check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-NZ', { type: 'disjunction' }).format(words)

function numberError(
  number: string,
  scheme: CardScheme | null,
  acceptedTypes: readonly CardScheme[],
  isTestCard: boolean,
): string | null {
  if (number === '') return 'Enter your card number'
  if (scheme === null || !passesLuhn(number))
    return 'Check the card number: it is not complete or has a wrong digit'
  if (!acceptedTypes.includes(scheme)) {
    return `We cannot take ${schemeNames[scheme]} here. Use ${listed(acceptedTypes.map(known => schemeNames[known]))}`
  }
  return isTestCard ? null : 'Use one of the test cards below: never type a real card here'
}

/** '07/30', '0730', '7–30' and '07 / 2030' → ['07', '30'] */
function expiryOf(typed: string): [month: string, year: string] | null {
  const [, month, year] = /^(0?[1-9]|1[0-2]) (?:20)?(\d{2})$/.exec(twoGroups(wordsOf(typed))) ?? []
  return month && year ? [month.padStart(2, '0'), year] : null
}

/** '0730' → '07 30' */
const twoGroups = (words: readonly string[]): string =>
  words.length === 1 ? `${words[0]?.slice(0, 2)} ${words[0]?.slice(2)}` : words.join(' ')

function expiryError(typed: string, now: Date): string | null {
  const expiry = expiryOf(typed)
  if (!expiry) return 'Enter the expiry date as MM/YY, for example 07/30'
  const [month, year] = expiry.map(Number) as [number, number]
  const firstDayAfter = Date.UTC(2000 + year, month, 1)
  return firstDayAfter <= now.getTime() ? 'This card has expired: use another card' : null
}

function codeError(typed: string, scheme: CardScheme | null): string | null {
  const length = scheme === 'amex' ? 4 : 3
  if (typed === '') return 'Enter the security code'
  return new RegExp(`^\\d{${length}}$`).test(typed) ? null : `The security code has ${length} digits`
}

/** Returns a card that can be charged, or an error per field. */
export function checkCardForm(
  form: CardForm,
  acceptedTypes: readonly CardScheme[],
  testCards: readonly TestCard[],
  now: Date,
): { readonly card: EnteredCard } | { readonly errors: FieldErrors } {
  const number = stripSeparators(form.cardNumber)
  const scheme = schemeOf(number)
  const isTestCard = testCards.some(card => card.number === number)
  const found: Record<CardField, string | null> = {
    cardNumber: numberError(number, scheme, acceptedTypes, isTestCard),
    nameOnCard: form.nameOnCard.trim() === '' ? 'Enter the name on the card' : null,
    expiry: expiryError(form.expiry, now),
    securityCode: codeError(stripSeparators(form.securityCode), scheme),
  }
  const errors: FieldErrors = Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null))
  const [month = '', year = ''] = expiryOf(form.expiry) ?? []
  if (Object.keys(errors).length > 0 || !scheme) return { errors }
  return { card: { number, name: form.nameOnCard.trim(), month, year, scheme } }
}
