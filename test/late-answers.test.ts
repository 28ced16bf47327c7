/** Tests of late responses of partners, which must not change newer data: cases found by test/schedules. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { CardSessionResult } from '#partners/payment/port.ts'
import { requeueLostJobs } from '#server/jobs/requeue-lost-jobs.ts'
import { payByCard } from './cards.ts'
import {
  bindBody,
  customerReadyToPay,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  readAgain,
  register,
  saveCar,
} from './purchase.ts'
import { appForFile, type Client, eventually } from './test-app.ts'

let amending = Promise.withResolvers<void>()
let mayAnswer = Promise.withResolvers<void>()
let holdAmends = false
/** Replaces the creation of card pages in a test. */
let askForPage: ((real: () => Promise<CardSessionResult>) => Promise<CardSessionResult>) | null = null
/** The partner's sessions whose page was closed. */
const closedSessions: string[] = []

async function held<T>(answer: T): Promise<T> {
  if (holdAmends) {
    amending.resolve()
    await mayAnswer.promise
  }
  return answer
}

const world = await appForFile({
  replace: {
    around: wired => ({
      ...wired,
      insurer: {
        ...wired.insurer,
        quote: async risk => held(await wired.insurer.quote(risk)),
        amend: async (...given) => held(await wired.insurer.amend(...given)),
      },
      cards: {
        ...wired.cards,
        createSession(request) {
          const real = () => wired.cards.createSession(request)
          return askForPage?.(real) ?? real()
        },
        async closePage(sessionId) {
          closedSessions.push(sessionId)
          return 'closed'
        },
      },
    }),
  },
})

/** Starts an amend and delays the insurer's response; the returned function releases it. */
const amendUnderWay = (client: Client, quote: RatedCustomer) =>
  underWay(() =>
    client.call('quoteAmend', { body: ratedBody(quote.id, quote.car, { voluntaryExcess: 500 }) }),
  )

async function underWay<T>(send: () => Promise<T>): Promise<() => Promise<T>> {
  amending = Promise.withResolvers()
  mayAnswer = Promise.withResolvers()
  holdAmends = true
  const late = send()
  await amending.promise
  return () => {
    holdAmends = false
    mayAnswer.resolve()
    return late
  }
}

const statusOf = async (id: string) =>
  (await world.query('select status, version from quote where id = $1', [id]))[0]

it('[EDGE-09] [EDGE-13] an amend response during a bind changes nothing', async () => {
  const { client, quote } = await ratedCustomer(world)
  const answered = await amendUnderWay(client, quote)
  const { repositories, withTransaction, now } = world.services
  const intent = {
    quote_id: quote.id,
    idempotency_key: randomUUID(),
    quote_version: 1,
    request_hash: Buffer.of(1),
    encrypted_request: 'v1.none',
    account_fingerprint: null,
    payment_id: null,
    now: now(),
  }
  expect(await withTransaction(tx => tx.createBindAttempt(intent))).toBe(true)
  expect(await repositories.setQuoteStatus(quote.id, 'BINDING', now())).toBe(true)
  const before = await statusOf(quote.id)
  expect((await answered()).json).toMatchObject({ code: 'STALE' })
  expect(await statusOf(quote.id)).toEqual(before)
  await world.query('delete from bind_attempt where quote_id = $1', [quote.id])
})

it('[PAY-11] [T13] a tab that gets no card page does not close another tab’s page', async () => {
  const { quote, openPage } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const bothAsk = Promise.withResolvers<void>()
  const oneHasIt = Promise.withResolvers<void>()
  let asked = 0
  askForPage = async real => {
    asked += 1
    if (asked === 1) {
      await bothAsk.promise
      return real()
    }
    bothAsk.resolve()
    await oneHasIt.promise
    return { outcome: 'refused', reason: 'HTTP 400' }
  }
  const tabs = [openPage(), openPage()]
  const url = (await Promise.race(tabs)).ok().data.attributes.url
  oneHasIt.resolve()
  expect((await Promise.all(tabs)).map(tab => tab.ok().data.attributes.url)).toEqual([url, url])
  askForPage = null
  await payByCard(url)
  await eventually(() => world.repositories.findPolicy(quote.id))
})

it('[PAY-11] [PAY-05] a card page that the partner makes during a purchase by bank is closed, and no tab gets it', async () => {
  const { quote, openPage, bind } = await customerReadyToPay(world)
  const bought = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  askForPage = async real => {
    asked.resolve()
    await bought.promise
    return real()
  }
  const page = openPage()
  await asked.promise
  ;(await bind()).ok()
  bought.resolve()
  expect((await page).json).toMatchObject({ code: 'QUOTE_CONVERTED' })
  askForPage = null
  const [payment] = await world.repositories.findPaymentsOfQuote(quote.id)
  await eventually(async () => closedSessions.length > 0)
  expect(closedSessions).toEqual([payment?.card_session_id])
})

it('[PAY-11] [EDGE-12] after about a minute of repeated failures, the card page is requested with another key', async () => {
  const { quote, openPage } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const { services } = world
  askForPage = async () => ({ outcome: 'unknown', reason: 'HTTP 500' })
  expect((await openPage()).json).toMatchObject({ code: 'PARTNER_UNAVAILABLE' })
  const first = await services.repositories.findActivePayment(quote.id)
  // Repeated clicks do not delay it.
  expect((await openPage()).json).toMatchObject({ code: 'PARTNER_UNAVAILABLE' })
  expect((await services.repositories.findActivePayment(quote.id))?.idempotency_key).toBe(
    first?.idempotency_key,
  )
  await requeueLostJobs({ ...services, now: () => new Date((first?.created_at.getTime() ?? 0) + 61_000) })
  expect(await services.repositories.findActivePayment(quote.id)).toBeUndefined()
  askForPage = null
  expect((await openPage()).ok().data.attributes.url).toMatch(/^http/)
})

it('[EDGE-09] [EDGE-13] a bind during an amend is refused, and the reloaded quote can be bought once rated', async () => {
  const { client, quote, bind, amend } = await ratedCustomer(world)
  const answered = await amendUnderWay(client, quote)
  const refused = await bind()
  expect(refused).toMatchObject({ status: 409, json: { code: 'STALE' } })
  expect((await answered()).json).toMatchObject({ code: 'STALE' })
  const { attributes } = await readAgain(client, quote)
  expect(attributes.policyComponent.coverages[0]?.voluntaryExcess).toBe(500)
  // The price is visible, but it is not known for which answers the insurer made it.
  const unasked = await bind(bindBody({ ...quote, attributes }))
  expect(unasked).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
  const body = ratedBody(quote.id, quote.car, { voluntaryExcess: 500 })
  const rated = (await amend(body)).ok()
  if (!('data' in rated)) throw new Error('an amend without a price')
  const { attributes: now } = rated.data
  ;(await bind(bindBody({ ...quote, attributes: now }))).ok()
})

it('[CAR-12] [EDGE-18] a car saved during the first rating is not sold at that price', async () => {
  const client = await world.browser()
  const { id } = await register(client)
  const car = await saveCar(client, id)
  const answered = await underWay(() => client.call('quoteCreate', { body: ratedBody(id, car) }))
  const address = { ...car.address, postcode: '0999', signature: '' }
  await saveCar(client, id, 'JHU968', () => address)
  expect((await answered()).json).toMatchObject({ code: 'STALE' })
  const kept = await world.repositories.findQuote(id)
  expect(kept).toMatchObject({ status: 'DRAFT', insurer_quote: null, risk_address: { postcode: '0999' } })
  ;(await client.call('quoteCreate', { body: ratedBody(id, { ...car, address }) })).ok()
})

it('[DRIVER-07] [EDGE-09] step 2 during an amend of step 3 that is stored first is STALE once, and accepted when sent again', async () => {
  const { client, quote, amend } = await ratedCustomer(world)
  const body = ratedBody(quote.id, quote.car)
  const answered = await underWay(() => client.call('quoteCreate', { body }))
  holdAmends = false
  ;(await amend()).ok()
  expect((await answered()).json).toMatchObject({ code: 'STALE' })
  ;(await client.call('quoteCreate', { body })).ok()
})
