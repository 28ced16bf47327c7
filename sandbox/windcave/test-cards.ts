/** The test cards of the sandbox gateway, and the bank's response to each. */
import cards from '#sandbox/data/test-cards.json' with { type: 'json' }
import type { TestCard } from '#sandbox/hosted-page/card.ts'
import type { IssuerAnswer } from './session.ts'

export type GatewayCard = TestCard & Omit<IssuerAnswer, 'authorised'>

export const testCards: readonly GatewayCard[] = cards.cards

/** '4111111111111111' → '411111........11' */
export const maskedNumber = (number: string): string =>
  `${number.slice(0, 6)}${'.'.repeat(number.length - 8)}${number.slice(-2)}`

/** Amounts ending in .76 are always declined, so that tests need no special card. */
export function issuerResponse(card: GatewayCard, amount: string): IssuerAnswer {
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
