/** Connects the hosted payment page to the Windcave sandbox: one card per session, then a redirect to the shop. */
import { wireToCents } from '#journey/money.ts'
import type { TypedCard } from '#sandbox/hosted-page/card.ts'
import type { CardPageHandler } from '#sandbox/hosted-page/card-page.ts'
import type { WebhookSender } from '#sandbox/webhook-sender.ts'
import { type PaidCard, returnUrl } from './session.ts'
import type { WindcaveStore } from './store.ts'
import { challengeFailed, type GatewayCard, issuerResponse, maskedNumber, testCards } from './test-cards.ts'

const prefix = '/pay'
const idPattern = /^[0-9a-f]{32}$/
const testCardsNote =
  'Any expiry date in the future, any security code of the right length. An amount ending in .76 is declined.'

const paidCardOf = ({ name, number, month, year, scheme }: TypedCard): PaidCard => ({
  cardHolderName: name,
  cardNumber: maskedNumber(number),
  dateExpiryMonth: month,
  dateExpiryYear: year,
  type: scheme,
})

export function cardPageHandler(store: WindcaveStore, notices: WebhookSender): CardPageHandler<GatewayCard> {
  const sessionOf = async (id: string) => (idPattern.test(id) ? store.session(id) : null)

  async function known(id: string) {
    const session = await sessionOf(id)
    if (!session) throw new Error('the page let an unknown session through')
    return session
  }

  return {
    prefix,
    testCards,
    async find(id) {
      const session = await sessionOf(id)
      if (!session) return null
      const { amount, merchantReference, cardTypes, callbackUrls } = session.request
      const shop = Object.values(callbackUrls)
      const ended = await store.endingOf(id)
      if (ended) return { state: 'ended', location: returnUrl(session, ended), shop }
      if (store.isExpired(session)) return { state: 'expired' }
      const order = {
        amountCents: wireToCents(Number(amount)),
        reference: merchantReference,
        acceptedTypes: cardTypes,
        path: `${prefix}/${id}`,
        cancelAddress: `${prefix}/${id}/cancel`,
        testCards,
        testCardsNote,
      }
      return { state: 'open', order, shop }
    },
    async charge(id, card, testCard, challenge) {
      const session = await known(id)
      const bank = challenge === 'failed' ? challengeFailed : issuerResponse(testCard, session.request.amount)
      const ended = await store.charge(session, paidCardOf(card), bank)
      notices.send(id)
      return { location: returnUrl(session, ended) }
    },
    challengeOf: store.challengeOf,
    keepChallenge: store.keepChallenge,
    async cancel(id) {
      const session = await known(id)
      const ended = await store.cancel(id)
      notices.send(id)
      return returnUrl(session, ended)
    },
  }
}
