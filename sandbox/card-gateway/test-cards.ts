/** Which cards the sandbox gateway knows, what a form must hold, and what the bank behind a card answers. */
import cards from '../data/test-cards.json' with { type: 'json' }
import type { cardTypes, IssuerAnswer } from './session.ts'

type CardType = (typeof cardTypes)[number]

export interface TestCard extends Omit<IssuerAnswer, 'authorised'> {
  readonly number: string
  readonly scheme: string
  readonly challengeCode: string
  readonly shows: string
}

export const testCards: readonly TestCard[] = cards.cards

export const schemeNames: Readonly<Record<CardType, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
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

/** '4111111111111111' → '411111........11' */
export const maskedNumber = (number: string): string =>
  `${number.slice(0, 6)}${'.'.repeat(number.length - 8)}${number.slice(-2)}`

/** Amounts ending in .76 are declined whatever the card, so that a test can have a decline without a special card. */
export function bankSays(card: TestCard, amount: string): IssuerAnswer {
  const { reCo, responseText, allowRetry } = card
  if (reCo === '00' && amount.endsWith('.76')) {
    return { authorised: false, reCo: '76', responseText: 'DECLINED', allowRetry: false }
  }
  return { authorised: reCo === '00', reCo, responseText, allowRetry }
}

export const challengeFailed: IssuerAnswer = {
  authorised: false,
  reCo: '05',
  responseText: '3-D SECURE NOT PASSED',
  allowRetry: false,
}
