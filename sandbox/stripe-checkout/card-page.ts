/**
 * Connects the hosted payment page to the Checkout sandbox: after a declined card the page stays open, and cancelling
 * only redirects.
 */
import cards from '#sandbox/data/checkout-cards.json' with { type: 'json' }
import type { TestCard } from '#sandbox/hosted-page/card.ts'
import type { CardPageHandler } from '#sandbox/hosted-page/card-page.ts'
import type { WebhookSender } from '#sandbox/webhook-sender.ts'
import { allowedCardTypes, amountOf, successUrl } from './session.ts'
import type { CheckoutStore } from './store.ts'

interface CheckoutCard extends TestCard {
  /** '' for a card that pays. */
  readonly declineCode: string
}

const prefix = '/c/pay'
const idPattern = /^cs_test_[0-9a-f]{58}$/
const testCards: readonly CheckoutCard[] = cards.cards
const testCardsNote = 'Any expiry date in the future, any security code of the right length.'

const declineTexts: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds. Try another card',
  expired_card: 'Your card has expired. Try another card',
}

export function cardPageHandler(store: CheckoutStore, notices: WebhookSender): CardPageHandler<CheckoutCard> {
  const sessionOf = async (id: string) => (idPattern.test(id) ? store.session(id) : null)

  return {
    prefix,
    testCards,
    async find(id) {
      const session = await sessionOf(id)
      if (!session) return null
      const { request } = session
      const shop = [request.success_url, request.cancel_url]
      const ended = await store.endingOf(session)
      if (ended?.state === 'complete') return { state: 'ended', location: successUrl(session), shop }
      if (ended) return { state: 'expired' }
      const order = {
        amountCents: amountOf(request),
        reference: request.client_reference_id,
        acceptedTypes: allowedCardTypes(request),
        path: `${prefix}/${id}`,
        cancelAddress: request.cancel_url,
        testCards,
        testCardsNote,
      }
      return { state: 'open', order, shop }
    },
    async charge(id, card, testCard, challenge) {
      const session = await sessionOf(id)
      if (!session) throw new Error('the page let an unknown session through')
      if (challenge === 'failed')
        return { declined: 'Your bank could not confirm that it was you. Try another card' }
      if (testCard.declineCode !== '')
        return { declined: declineTexts[testCard.declineCode] ?? 'Your card was declined. Try another card' }
      const ended = await store.pay(session, card)
      if (ended.state === 'expired') return { location: session.request.cancel_url }
      notices.send(id)
      return { location: successUrl(session) }
    },
    challengeOf: store.challengeOf,
    keepChallenge: store.keepChallenge,
  }
}
