/**
 * Tests of a browser session's access to a quote when two calls bind it at once or its cookie is renewed
 * meanwhile.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { repositoriesFor } from '#db/repositories.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'
import { openPayment, paid } from './card-payment.ts'
import { goodCard } from './cards.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { bindBody, createRatedQuote, paymentUrls, ratedBody, savePolicyholders } from './purchase.ts'
import { submitForm } from './sandbox.ts'
import { eventually, openTestApp } from './test-app.ts'

let database: TestDatabase
const now = new Date()
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function sessionAndQuote() {
  const books = repositoriesFor(database.kysely)
  const sidHash = randomBytes(32)
  const quoteId = randomUUID()
  await books.createSession({ sidHash, brand: 'openroad', now })
  const of = { brand: 'openroad', origin: 'http://x', plate: 'JHU968' }
  const sale = { applicant: null, source: 'openroad', partner_id: null }
  await books.createProspect({ id: quoteId, ...of, ...sale, now })
  return { books, sidHash, quoteId }
}

const someoneWaits = async ({ kysely }: Pick<TestDatabase, 'kysely'> = database) => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    kysely,
  )
  return rows.length > 0
}

it('[EDGE-16] a session that bought is not lowered by a link that it follows at the same moment', async () => {
  const { books, sidHash, quoteId } = await sessionAndQuote()
  let linking: Promise<void> = Promise.resolve()
  await database.kysely.transaction().execute(async tx => {
    await repositoriesFor(tx).grantAccess({ sidHash, quoteId, level: 'BOUGHT', now })
    linking = books.grantAccess({ sidHash, quoteId, level: 'LINKED', now })
    await eventually(() => someoneWaits())
  })
  await linking
  expect(await books.accessLevelOf(sidHash, quoteId)).toBe('BOUGHT')
})

it('[EDGE-09] [EDGE-13] [T39] an amend and a bind that meet a log-in renewing their session are no fault of ours', async () => {
  const world = await openTestApp({ isIdle: true })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const renewed = async (call: () => Promise<{ status: number; json: unknown }>, to: Buffer) => {
    let answer: ReturnType<typeof call> | undefined
    const from = hashToken(client.cookies.get('sid') ?? '')
    await world.database.kysely.transaction().execute(async tx => {
      await repositoriesFor(tx).rotateSession(from, to)
      answer = call()
      await eventually(() => someoneWaits(world.database))
    })
    return answer
  }
  const [first, second] = [newToken(), newToken()]
  const body = ratedBody(quote.id, quote.car, { voluntaryExcess: 500 })
  expect(await renewed(() => client.call('quoteAmend', { body }), hashToken(first))).toMatchObject({
    status: 200,
  })
  // The cookie the browser has by now.
  client.cookies.set('sid', first)
  const bind = await renewed(() => client.call('quoteBind', { body: bindBody(quote) }), hashToken(second))
  expect(bind?.json).toMatchObject({ code: 'NOT_READY' })
})

it('[PAY-07] [EDGE-15] a card page handed out while a log-in to another car waits belongs to who goes on', async () => {
  let meanwhile: (() => Promise<unknown>) | null = null
  const world = await openTestApp({
    replace: {
      around: wired => ({
        ...wired,
        withTransaction: work =>
          wired.withTransaction((books, jobs) =>
            work(
              {
                ...books,
                async findActivePayment(id) {
                  const once = meanwhile
                  meanwhile = null
                  await once?.()
                  return books.findActivePayment(id)
                },
              },
              jobs,
            ),
          ),
      }),
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await createRatedQuote(client, { frequency: 'ANNUAL' })
  await savePolicyholders(client, quote)
  const ofQuote = client.token
  const other = await createRatedQuote(client)
  client.token = ofQuote
  const tab = world.at(new URL(world.origin).host, client)
  let login: Promise<unknown> = Promise.resolve()
  meanwhile = () => {
    login = tab.call('login', { body: { user_id: other.id, password: other.token } })
    return Promise.race([login, eventually(() => someoneWaits(world.database))])
  }
  const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  await login
  client.cookies.set('sid', tab.cookies.get('sid') ?? '')
  await submitForm(page.data.attributes.url, goodCard)
  const policy = await eventually(() => world.application.services.repositories.findPolicy(quote.id))
  const shown = (await client.call('policyRetrieve', { query: { uuid: quote.id } })).ok()
  expect(shown).toMatchObject({ policyId: policy.policy_number })
})

it('[PAY-07] [EDGE-15] who follows a link while the card partner is being asked owns the policy all the same', async () => {
  let meanwhile = async () => {}
  const world = await openTestApp({
    replace: {
      around: wired => ({
        ...wired,
        cards: {
          ...wired.cards,
          async result(session) {
            const answer = await wired.cards.result(session)
            if (answer.state === 'approved') await meanwhile()
            return answer
          },
        },
      }),
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await createRatedQuote(client, { frequency: 'ANNUAL' })
  await savePolicyholders(client, quote)
  const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  const payment = await world.application.services.repositories.findActivePayment(quote.id)
  let followed: Promise<unknown> | undefined
  const follow = async () =>
    (await client.call('login', { body: { user_id: quote.id, password: quote.token } })).ok()
  // Notice and poller ask as well: whoever of them settles it has heard before the cookie changed.
  meanwhile = async () => {
    followed ??= follow()
    await followed
  }
  await submitForm(page.data.attributes.url, goodCard)
  await settlePayment(payment?.id ?? '', world.application.services)
  const policy = await eventually(() => world.application.services.repositories.findPolicy(quote.id))
  const shown = (await client.call('policyRetrieve', { query: { uuid: quote.id } })).ok()
  expect(shown).toMatchObject({ policyId: policy.policy_number })
})

it('[PAY-07] [PAY-09] [EDGE-15] money that comes for a page given up here buys the policy for the session it has become', async () => {
  const world = await openTestApp()
  onTestFinished(() => world.close())
  const { client, quote, payment } = await openPayment(world)
  const { services } = world.application
  expect(await services.repositories.movePayment(payment.id, 'CANCELLED', now)).toBe(true)
  ;(await client.call('login', { body: { user_id: quote.id, password: quote.token } })).ok()
  await settlePayment(payment.id, paid(world.application, payment, 'T-1'))
  const policy = await eventually(() => services.repositories.findPolicy(quote.id))
  const shown = (await client.call('policyRetrieve', { query: { uuid: quote.id } })).ok()
  expect(shown).toMatchObject({ policyId: policy.policy_number })
})
