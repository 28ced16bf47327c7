/** Validates the card form of the hosted payment page, which takes listed test cards only. */
import { z } from 'zod'
import { isBlankName } from '#journey/people.ts'
import { stripSeparators, wordsOf } from '#journey/typed-text.ts'

export const testCardSchemes = ['visa', 'mastercard', 'amex', 'diners'] as const
export type TestCardScheme = (typeof testCardSchemes)[number]

export const schemeNames: Readonly<Record<TestCardScheme, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
}

/** A test card of a gateway; the challenge code '' means no challenge. */
export const testCard = z.object({
  number: z.string(),
  scheme: z.enum(testCardSchemes),
  challengeCode: z.string(),
  /** The card's result, for the list below the form. */
  shows: z.string(),
})
export type TestCard = z.output<typeof testCard>

/** Much longer than a card number, so that a long paste gets an error message. */
const field = z.string().max(1000).default('')

export const cardForm = z.object({ cardNumber: field, nameOnCard: field, expiry: field, securityCode: field })
export type CardForm = z.output<typeof cardForm>
export type CardField = keyof CardForm
export type FieldErrors = Partial<Record<CardField, string>>

function numberError(number: string, card: TestCard | undefined, acceptedTypes: readonly TestCardScheme[]) {
  if (number === '') return 'Enter your card number'
  if (!card) return 'Use one of the test cards below: never type a real card here'
  return acceptedTypes.includes(card.scheme) ? '' : `We cannot take ${schemeNames[card.scheme]} here`
}

/** Accepts '07/30', '0730' and '07 / 2030'. '1/1/30' is refused: its digits alone would be 11/30. */
function expiryError(typed: string, now: Date): string {
  const [, month, year] = /^(0[1-9]|1[0-2])\/?(?:20)?(\d\d)$/.exec(wordsOf(typed).join('/')) ?? []
  if (!month || !year) return 'Enter the expiry date as MM/YY, for example 07/30'
  const firstDayAfter = Date.UTC(2000 + Number(year), Number(month), 1)
  return firstDayAfter <= now.getTime() ? 'This card has expired: use another card' : ''
}

function codeError(code: string, length: number): string {
  if (code === '') return 'Enter the security code'
  return /^\d+$/.test(code) && code.length === length ? '' : `The security code has ${length} digits`
}

/** Returns the card if it can be charged, or an error per field. */
export function checkCardForm<Card extends TestCard>(
  form: CardForm,
  acceptedTypes: readonly TestCardScheme[],
  testCards: readonly Card[],
  now: Date,
): { readonly card: Card } | { readonly errors: FieldErrors } {
  const number = stripSeparators(form.cardNumber)
  const card = testCards.find(one => one.number === number)
  const errors = {
    cardNumber: numberError(number, card, acceptedTypes),
    nameOnCard: isBlankName(form.nameOnCard) ? 'Enter the name on the card' : '',
    expiry: expiryError(form.expiry, now),
    securityCode: codeError(stripSeparators(form.securityCode), card?.scheme === 'amex' ? 4 : 3),
  }
  return card && Object.values(errors).every(error => error === '') ? { card } : { errors }
}
