/** Tests of card purchases with every card partner: failures, money that arrives twice, and refunds. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Frequency } from '#journey/cover.ts'
import type { CardPayments } from '#partners/payment/port.ts'
import { requeueLostJobs } from '#server/jobs/requeue-lost-jobs.ts'
import { goodCard } from '#test/cards.ts'
import type { Reply } from '#test/client.ts'
import { customerReadyToPay, type RatedCustomer, ratedBody } from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { closeCardPage } from './card-page.ts'
import { syncPayment } from './sync-payment.ts'

const partners = [
  {
    choice: 'sandbox',
    card: { ...goodCard },
    declined: '5431111111111228',
    challenged: '5588880000077770',
    /** True if the same page is offered again after a cancellation or a declined card. */
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
    // Its Cancel is a link to our own page: the partner's session does not change.
    cancel: async () => undefined,
  },
] as const

describe.each(partners)(
  'with $choice',
  ({ choice, card, declined, challenged, keepsPage, closesPages, cancel }) => {
    let world: TestApp
    let hoursOn = 0
    /** The closed sessions; null while no request to close a page reaches the partner. */
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
    /** The number of next pages whose response is lost. */
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

    const urlOf = async (answer: Promise<Reply<'paymentCreate'> | Reply<'paymentRetry'>>) =>
      (await answer).ok().data.attributes.url

    it('[PAY-08] [PAY-11] a second click gets the page if the first got no response, also from another host of the brand', async () => {
      const { client, quote, openPage } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
      answersLost = 1
      expect((await openPage()).json).toMatchObject({ code: 'PARTNER_UNAVAILABLE' })
      const elsewhere = world.at('openroad.example', client)
      const page = await urlOf(elsewhere.call('paymentRetry', { body: { uuid: quote.id } }))
      // Every later call gets this page, because our row has it.
      expect(await urlOf(openPage())).toBe(page)
      await submitForm(page, card)
      await issued(quote)
      expect(await states(quote)).toEqual(['APPROVED'])
    })

    async function readyToPay(frequency: Frequency = 'ANNUAL') {
      const customer = await customerReadyToPay(world, { frequency })
      const { quote, openPage, amend } = customer
      const changed = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
      return {
        ...customer,
        page: await urlOf(openPage()),
        /** Changes the quote, and opens the page of its new version. */
        async openNewer() {
          ;(await amend(changed)).ok()
          return urlOf(openPage())
        },
      }
    }
    async function activePayment({ id }: RatedCustomer) {
      const payment = await world.repositories.findActivePayment(id)
      if (!payment) throw new Error('no payment')
      return payment
    }
    const payments = ({ id }: RatedCustomer) => world.repositories.findPaymentsOfQuote(id)
    const states = async (quote: RatedCustomer) =>
      (await payments(quote)).map(({ state }) => state).toReversed()
    const issued = ({ id }: RatedCustomer) => eventually(() => world.repositories.findPolicy(id))
    /** Webhooks of this quote's payments are no longer recognised, so only a poll finds the payment. */
    const spoilWebhooks = ({ id }: RatedCustomer) =>
      world.query(
        "update payment set webhook_token_hash = null, next_poll_at = now() + interval '1 day' where quote_id = $1",
        [id],
      )

    it('[PAY-08] [PAY-09] [PAY-11] [EDGE-12] after a decline and an abandoned page, a payment gives one policy without a returning browser', async () => {
      const { quote, page, openPage, retry } = await readyToPay()
      await submitForm(page, { ...card, cardNumber: declined })
      const second = await urlOf(retry())
      expect(second === page).toBe(keepsPage)
      await cancel(second)
      const third = await urlOf(openPage())
      expect(third === second).toBe(keepsPage)
      expect(await urlOf(openPage())).toBe(third)
      await submitForm(third, { ...card, cardNumber: challenged })
      const paid = await submitForm(`${third}/challenge`, { code: '123' })
      expect(paid.headers.get('location')).toContain(`/cc-payment-success?id=${quote.id}`)
      await issued(quote)
      expect(await states(quote)).toEqual(keepsPage ? ['APPROVED'] : ['DECLINED', 'CANCELLED', 'APPROVED'])
      expect((await retry()).json).toMatchObject({ code: 'QUOTE_CONVERTED' })
    })

    it('[PAY-11] [T13] two tabs and no returning browser give one policy', async () => {
      const { quote, page, openPage } = await readyToPay()
      const tabs = await Promise.all(Array.from({ length: 4 }, () => urlOf(openPage())))
      expect(new Set(tabs)).toEqual(new Set([page]))
      const payment = await activePayment(quote)
      await spoilWebhooks(quote)
      await Promise.all(tabs.map(tab => submitForm(tab, card)))
      await syncPayment(payment.id, world.services)
      await issued(quote)
      expect(await states(quote)).toEqual(['APPROVED'])
    })

    it('[PAY-11] [T13] of two payments without a webhook, the older one is refunded', async () => {
      const { quote, page, openNewer } = await readyToPay()
      const newer = await openNewer()
      expect(newer).not.toBe(page)
      await spoilWebhooks(quote)
      await Promise.all([submitForm(page, card), submitForm(newer, card)])
      await world.query('update payment set next_poll_at = now() where quote_id = $1', [quote.id])
      await requeueLostJobs(world.services)
      await issued(quote)
      await eventually(async () => (await states(quote))[0] === 'REFUNDED')
      expect(await states(quote)).toEqual(['REFUNDED', 'APPROVED'])
    })

    it('[PAY-07] [PAY-11] refunds a late payment after the policy was bought by bank, and says so with the policy', async () => {
      const { quote, bind, retrievePolicy, page } = await readyToPay('FORTNIGHTLY')
      ;(await bind()).ok()
      const retrieve = async () => (await retrievePolicy()).ok()
      const policyAlone = await retrieve()
      expect(policyAlone).toMatchObject({ policyId: expect.any(String) })
      expect(policyAlone).not.toHaveProperty('refundDueOrDone')
      await submitForm(page, card)
      // A page view shares the result of one that came just before.
      await eventually(async () => (await retrieve()).refundDueOrDone === true)
      expect(await retrieve()).toEqual({ ...policyAlone, refundDueOrDone: true })
      await eventually(async () => (await states(quote))[0] === 'REFUNDED')
    })

    it('[PAY-11] a replaced page is closed if the partner supports it, and polled at once', async () => {
      closed = []
      const { quote, page, openNewer } = await readyToPay()
      const newer = await openNewer()
      if (!closesPages) return expect((await submitForm(page, card)).status).toBe(302)
      await eventually(async () => (await payments(quote)).some(one => one.next_poll_at === null))
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
    })

    it('[PAY-11] [PAY-05] after a purchase by bank, closing the old page is retried for ten minutes', async () => {
      const { quote, bind } = await readyToPay('FORTNIGHTLY')
      const { services } = world
      const payment = await activePayment(quote)
      await world.query(`update payment set changed_at = changed_at - interval '20 minutes' where id = $1`, [
        payment.id,
      ])
      ;(await bind()).ok()
      const put: unknown[] = []
      const jobs: typeof services.jobs = { put: async (...job) => void put.push(job) }
      await closeCardPage(payment.id, { ...services, jobs })
      expect(put).toEqual(closesPages ? [['close-card-page', { paymentId: payment.id }, 60]] : [])
    })

    it('[PAY-11] the open page of an unsold quote is not closed', async () => {
      const { services } = world
      const { quote, page } = await readyToPay()
      closed = []
      const payment = await activePayment(quote)
      // The job of a rejected bind by bank.
      await closeCardPage(payment.id, services)
      expect(closed).toEqual([])
      await submitForm(page, card)
      await issued(quote)
    })

    // Last: from here on the clock of this world is ahead.
    it('[PAY-11] an expired page took no money and allows a new page', async () => {
      const { repositories } = world.services
      const { quote, page } = await readyToPay()
      const payment = await activePayment(quote)
      hoursOn = world.services.cards.pageOpenHours + 1
      expect((await submitForm(page, card)).status).toBe(410)
      await syncPayment(payment.id, world.services)
      expect(await states(quote)).toEqual(['EXPIRED'])
      expect(await repositories.findActivePayment(quote.id)).toBeUndefined()
    })
  },
)
