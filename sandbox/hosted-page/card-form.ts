/** The validation of the card form on the hosted payment page: a card that can be charged, or an error per field. */
import { z } from 'zod'
import { lettersAndDigits, wordsOf } from '#journey/typed-text.ts'
import { type CardType, passesLuhn, schemeNames, schemeOf, type TestCard, type TypedCard } from './card.ts'

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

export type CheckedForm<C extends TestCard> =
  | { readonly ok: true; readonly card: TypedCard; readonly testCard: C }
  | { readonly ok: false; readonly errors: FieldErrors }

const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-NZ', { type: 'disjunction' }).format(words)

function numberError(
  number: string,
  scheme: CardType | null,
  acceptedTypes: readonly CardType[],
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

function codeError(typed: string, scheme: CardType | null): string | null {
  const length = scheme === 'amex' ? 4 : 3
  if (typed === '') return 'Enter the security code'
  return new RegExp(`^\\d{${length}}$`).test(typed) ? null : `The security code has ${length} digits`
}

export function checkForm<C extends TestCard>(
  form: CardForm,
  acceptedTypes: readonly CardType[],
  testCards: readonly C[],
  now: Date,
): CheckedForm<C> {
  const number = lettersAndDigits(form.cardNumber)
  const scheme = schemeOf(number)
  const testCard = testCards.find(card => card.number === number)
  const found: Record<CardField, string | null> = {
    cardNumber: numberError(number, scheme, acceptedTypes, testCard !== undefined),
    nameOnCard: form.nameOnCard.trim() === '' ? 'Enter the name on the card' : null,
    expiry: expiryError(form.expiry, now),
    securityCode: codeError(lettersAndDigits(form.securityCode), scheme),
  }
  const errors = Object.fromEntries(
    Object.entries(found).filter(([, error]) => error !== null),
  ) as FieldErrors
  const [month = '', year = ''] = expiryOf(form.expiry) ?? []
  if (Object.keys(errors).length > 0 || !testCard || !scheme) return { ok: false, errors }
  return { ok: true, card: { number, name: form.nameOnCard.trim(), month, year, scheme }, testCard }
}
