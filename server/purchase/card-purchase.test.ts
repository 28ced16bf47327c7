/**
 * Tests of card purchases with every card partner: a new payment after each kind of failure, one policy for
 * money that arrives twice, and a refund of the rest.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Frequency } from '#journey/cover.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import { reconcile } from '#server/jobs/reconcile.ts'
import { goodCard } from '#test/cards.ts'
import {
  paymentUrls,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  savePolicyholders,
} from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { type Client, eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { closeCardPage } from './card-page.ts'
import { syncPayment } from './sync-payment.ts'

const partners = [
  {
    choice: 'sandbox',
    card: { ...goodCard },
    declined: '5431111111111228',
    challenged: '5588880000077770',
    /** Who cancels, or whose card is declined, gets the same page again; else another. */
    keepsPage: false,
    closesPages: false,
    cancel: (page: string) => fetch(`${page}/cancel`, { redirect: 'manual' }),
  },
  {
    choice: 'stripe-sandbox',
    card: { ...goodCard, cardNumber: '4242424242424242' },
    declined: '4000000000000002',
    challenged: '4000002760003184',
    keepsPage: true,
    closesPages: true,
    // Its Cancel is a link straight to our own page: the session hears nothing of it.
    cancel: async () => undefined,
  },
] as const

describe.each(partners)(
  'with $choice',
  ({ choice, card, declined, challenged, keepsPage, closesPages, cancel }) => {
    let world: TestApp
    let hoursOn = 0
    /** Null while the partner does not hear that a page is to be closed. */
    let closed: string[] | null = null
    beforeAll(async () => {
      world = await openTestApp({
        environment: { PAYMENT: choice },
        replace: {
          now: () => new Date(Date.now() + hoursOn * 3_600_000),
          around: wired => ({ ...wired, cards: listening(wired.cards) }),
        },
      })
    })
    /** How many pages are made next without our hearing of it. */
    let answersLost = 0
    function listening({ closePage, ...rest }: CardPayments): CardPayments {
      const cards: CardPayments = {
        ...rest,
        async createSession(request) {
          const answer = await rest.createSession(request)
          if (answersLost === 0) return answer
          answersLost -= 1
          return { outcome: 'unknown', reason: 'timeout' }
        },
      }
      if (!closePage) return cards
      return {
        ...cards,
        async closePage(sessionId) {
          if (!closed) return 'unknown'
          closed.push(sessionId)
          return closePage(sessionId)
        },
      }
    }
    beforeEach(() => {
      closed = null
    })
    afterAll(() => world.close())

    const openPage = async (client: Client, quote: RatedCustomer): Promise<string> =>
      (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok().data.attributes.url
    const retry = async (client: Client, { id }: RatedCustomer): Promise<string> =>
      (await client.call('paymentRetry', { body: { uuid: id } })).ok().data.attributes.url

    it('[PAY-08] [PAY-11] whose first click got no response gets a page by the next click, also from another host of the brand', async () => {
      const { client, quote, openPage: click } = await ratedCustomer(world, { frequency: 'ANNUAL' })
      await savePolicyholders(client, quote)
      answersLost = 1
      const first = await click()
      expect(first.json).toMatchObject({ code: 'PARTNER_UNAVAILABLE' })
      const page = await retry(world.at('openroad.example', client), quote)
      // It is the one of our row from then on, whoever asks.
      expect(await openPage(client, quote)).toBe(page)
      await submitForm(page, card)
      await eventually(() => world.application.services.repositories.findPolicy(quote.id))
      const payments = await world.application.services.repositories.findPaymentsOfQuote(quote.id)
      expect(payments.map(({ state }) => state)).toEqual(['APPROVED'])
    })

    async function readyToPay(frequency: Frequency = 'ANNUAL') {
      const customer = await ratedCustomer(world, { frequency })
      const { client, quote } = customer
      await savePolicyholders(client, quote)
      return { ...customer, page: await openPage(client, quote) }
    }
    const changeQuote = async (client: Client, quote: RatedCustomer) => {
      const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
      ;(await client.call('quoteAmend', { body })).ok()
    }
    async function activePayment({ id }: RatedCustomer) {
      const payment = await world.application.services.repositories.findActivePayment(id)
      if (!payment) throw new Error('no payment')
      return payment
    }
    const column = async (sql: string, id: string): Promise<unknown[]> =>
      (await world.database.pool.query({ text: sql, values: [id], rowMode: 'array' })).rows.flat()
    const states = ({ id }: RatedCustomer) =>
      column('select state from payment where quote_id = $1 order by created_at', id)
    const policies = ({ id }: RatedCustomer) =>
      column('select policy_number from policy where quote_id = $1', id)
    const issued = (quote: RatedCustomer) => eventually(async () => (await policies(quote)).length === 1)
    /** From now on no notice of this quote's payments is believed to be about it: only asking tells. */
    const spoilNotices = ({ id }: RatedCustomer) =>
      world.database.pool.query(
        "update payment set notice_token_hash = null, next_poll_at = now() + interval '1 day' where quote_id = $1",
        [id],
      )

    it('[PAY-08] [PAY-09] [PAY-11] [EDGE-12] declined, abandoned and finally paid: one policy, one amount, without the browser coming back', async () => {
      const { client, quote, page } = await readyToPay()
      await submitForm(page, { ...card, cardNumber: declined })
      const second = await retry(client, quote)
      expect(second === page).toBe(keepsPage)
      await cancel(second)
      const third = await openPage(client, quote)
      expect(third === second).toBe(keepsPage)
      // Walked away from: whoever comes back finds the same page.
      expect(await openPage(client, quote)).toBe(third)
      await submitForm(third, { ...card, cardNumber: challenged })
      const paid = await submitForm(`${third}/challenge`, { code: '123' })
      expect(paid.headers.get('location')).toContain(`/cc-payment-success?id=${quote.id}`)
      await issued(quote)
      expect(await states(quote)).toEqual(keepsPage ? ['APPROVED'] : ['DECLINED', 'CANCELLED', 'APPROVED'])
      const late = await client.call('paymentRetry', { body: { uuid: quote.id } })
      expect(late.json).toMatchObject({ code: 'QUOTE_CONVERTED' })
    })

    it('[PAY-11] [T13] two tabs, and a browser that never comes back: asking the partner makes one policy', async () => {
      const { client, quote, page } = await readyToPay()
      const tabs = await Promise.all(Array.from({ length: 4 }, () => openPage(client, quote)))
      expect(new Set(tabs)).toEqual(new Set([page]))
      const payment = await activePayment(quote)
      await spoilNotices(quote)
      await Promise.all(tabs.map(tab => submitForm(tab, card)))
      await syncPayment(payment.id, world.application.services)
      await issued(quote)
      expect(await states(quote)).toEqual(['APPROVED'])
    })

    it('[PAY-11] [T13] refunds money for a quote that was changed meanwhile', async () => {
      const { client, quote, page } = await readyToPay()
      await changeQuote(client, quote)
      await submitForm(page, card)
      await eventually(async () => (await states(quote))[0] === 'REFUNDED')
      expect(await policies(quote)).toEqual([])
    })

    it('[PAY-11] [T13] refunds the older payment if two were made and no notice came: the newer page keeps the quote', async () => {
      const { client, quote, page } = await readyToPay()
      await changeQuote(client, quote)
      const newer = await openPage(client, quote)
      expect(newer).not.toBe(page)
      await spoilNotices(quote)
      await Promise.all([submitForm(page, card), submitForm(newer, card)])
      await world.database.pool.query('update payment set next_poll_at = now() where quote_id = $1', [
        quote.id,
      ])
      await reconcile(world.application.services)
      await issued(quote)
      await eventually(async () => (await states(quote))[0] === 'REFUNDED')
      expect(await states(quote)).toEqual(['REFUNDED', 'APPROVED'])
      expect(await policies(quote)).toHaveLength(1)
    })

    it('[PAY-07] [PAY-11] refunds a late payment after the policy was bought by bank, and says so with the policy', async () => {
      const { client, quote, bind, page } = await readyToPay('FORTNIGHTLY')
      ;(await bind()).ok()
      const retrieve = async () => (await client.call('policyRetrieve', { query: { uuid: quote.id } })).ok()
      const policyAlone = await retrieve()
      expect(policyAlone).toMatchObject({ policyId: expect.any(String) })
      expect(policyAlone).not.toHaveProperty('paymentSentBack')
      await submitForm(page, card)
      // A page view shares the result of one that came just before.
      await eventually(async () => (await retrieve()).paymentSentBack === true)
      expect(await retrieve()).toEqual({ ...policyAlone, paymentSentBack: true })
      await eventually(async () => (await states(quote))[0] === 'REFUNDED')
      expect(await policies(quote)).toHaveLength(1)
    })

    it('[PAY-11] a page that another took the place of is closed where the partner can, and is asked about at once', async () => {
      closed = []
      const { client, quote, page } = await readyToPay()
      await changeQuote(client, quote)
      const newer = await openPage(client, quote)
      if (!closesPages) {
        expect((await submitForm(page, card)).status).toBe(302)
        return
      }
      const looks = () => column('select next_poll_at from payment where quote_id = $1', quote.id)
      await eventually(async () => (await looks()).includes(null))
      expect((await submitForm(page, card)).status).toBe(410)
      expect(closed).toHaveLength(1)
      await submitForm(newer, card)
      await issued(quote)
      expect(await states(quote)).toEqual(['EXPIRED', 'APPROVED'])
    })

    it('[PAY-11] [PAY-05] closes the card page after a purchase by bank, without delaying the purchase', async () => {
      closed = []
      const { quote, bind, page } = await readyToPay('FORTNIGHTLY')
      ;(await bind()).ok()
      if (!closesPages) return expect((await submitForm(page, card)).status).toBe(302)
      await eventually(async () => (await states(quote))[0] === 'EXPIRED')
      expect((await submitForm(page, card)).status).toBe(410)
      expect(await policies(quote)).toHaveLength(1)
    })

    it('[PAY-11] [PAY-05] bought by bank long after the page was made, its closing is tried for ten minutes from then', async () => {
      const { quote, bind } = await readyToPay('FORTNIGHTLY')
      const { services } = world.application
      const payment = await activePayment(quote)
      await world.database.pool.query(
        `update payment set changed_at = changed_at - interval '20 minutes' where id = $1`,
        [payment.id],
      )
      ;(await bind()).ok()
      const put: unknown[] = []
      const jobs: typeof services.jobs = {
        put: async (...job) => {
          put.push(job)
        },
      }
      await closeCardPage(payment.id, { ...services, jobs })
      expect(put).toEqual(closesPages ? [['close-card-page', { paymentId: payment.id }, 60]] : [])
    })

    it('[PAY-11] the page of a quote that is open is not closed behind the customer’s back', async () => {
      const { services } = world.application
      const { quote, page } = await readyToPay()
      closed = []
      const payment = await activePayment(quote)
      // The job of a bind by bank, which comes when the quote is open again.
      await closeCardPage(payment.id, services)
      expect(closed).toEqual([])
      await submitForm(page, card)
      await issued(quote)
    })

    it('[PAY-11] [T12] another amount or currency than the page was made for buys nothing', async () => {
      const { services } = world.application
      for (const wrong of [{ amountCents: 1 }, { currency: 'AUD' }]) {
        const { quote } = await readyToPay()
        const payment = await activePayment(quote)
        const approved = {
          state: 'approved',
          amountCents: payment.amount_cents,
          currency: 'NZD',
          transactionId: 'unheard-of',
          paidAt: services.now(),
          card: { scheme: 'visa', lastDigits: '11' },
          ...wrong,
        } as const
        await syncPayment(payment.id, {
          ...services,
          cards: { ...services.cards, result: async () => approved },
        })
        expect(await states(quote)).toEqual(['REFUND_DUE'])
        expect(await policies(quote)).toEqual([])
        const recorded = await column(`select what from audit where quote_id = $1`, quote.id)
        expect(recorded).toContain('payment-mismatch')
        expect(world.logLines.join('')).toContain(`"event":"payment-mismatch","paymentId":"${payment.id}"`)
      }
    })

    // Last: from here on the clock of this world is ahead.
    it('[PAY-11] an expired page took no money and allows a new page', async () => {
      const { repositories } = world.application.services
      const { quote, page } = await readyToPay()
      const payment = await activePayment(quote)
      hoursOn = world.application.services.cards.pageOpenHours + 1
      expect((await submitForm(page, card)).status).toBe(410)
      await syncPayment(payment.id, world.application.services)
      expect(await states(quote)).toEqual(['EXPIRED'])
      expect(await repositories.findActivePayment(quote.id)).toBeUndefined()
    })
  },
)
