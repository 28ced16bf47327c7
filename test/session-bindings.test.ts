/** Tests of a session's access to a quote during concurrent calls and cookie changes. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { repositoriesFor } from '#db/repositories.ts'
import { hashToken, newToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { syncPayment } from '#server/purchase/sync-payment.ts'
import { openPayment, paid } from './card-payment.ts'
import { payByCard } from './cards.ts'
import { databaseForFile, type TestDatabase } from './database.ts'
import {
  bindBody,
  createRatedQuote,
  customerReadyToPay,
  openCardPage,
  ratedBody,
  ratedCustomer,
  readAgain,
  withCards,
} from './purchase.ts'
import { appForTest, eventually, type TestApp, type TestAppOptions } from './test-app.ts'

const now = new Date()
const database = await databaseForFile()

async function sessionAndQuote() {
  const repositories = repositoriesFor(database.kysely)
  const sidHash = randomBytes(32)
  const quoteId = randomUUID()
  const sessionId = await repositories.createSession({ sidHash, brand: 'openroad', now })
  const of = { brand: 'openroad', origin: 'http://x', plate: 'JHU968' }
  const sale = { applicant: null, source: 'openroad', partner_id: null }
  await repositories.createProspect({ id: quoteId, ...of, ...sale, now })
  return { repositories, cookie: { sessionId, sidHash }, quoteId }
}

const someoneWaits = async ({ kysely }: Pick<TestDatabase, 'kysely'> = database) => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    kysely,
  )
  return rows.length > 0
}

it('[EDGE-16] a link opened at the same moment does not lower the access of a session that bought', async () => {
  const { repositories, cookie, quoteId } = await sessionAndQuote()
  const { sessionId } = cookie
  let linking: Promise<void> = Promise.resolve()
  await database.kysely.transaction().execute(async tx => {
    await repositoriesFor(tx).grantAccess({ sessionId, quoteId, level: 'VIEW_POLICY', now })
    linking = repositories.grantAccess({ sessionId, quoteId, level: 'VIEW_SUMMARY', now })
    await eventually(() => someoneWaits())
  })
  await linking
  expect(await repositories.findAccessLevelByCookie(cookie, quoteId)).toBe('VIEW_POLICY')
})

const cookieOf = async ({ kysely }: Pick<TestDatabase, 'kysely'>, sid: string) => {
  const sidHash = hashToken(sid)
  const row = kysely.selectFrom('session').select('id').where('sid_hash', '=', sidHash)
  return { sessionId: (await row.executeTakeFirstOrThrow()).id, sidHash }
}

it('[EDGE-09] [EDGE-13] an amend and a bind during a login of their session both succeed', async () => {
  const world = await appForTest({ isIdle: true })
  const { client, quote, bind, amend } = await ratedCustomer(world)
  type PendingResponse = Promise<{ status: number; json: unknown }>
  const during = async (call: () => PendingResponse, met: (answer: PendingResponse) => Promise<unknown>) => {
    const cookie = await cookieOf(world.database, client.cookies.get('sid') ?? '')
    const sid = newToken()
    let answer: PendingResponse | undefined
    await world.database.kysely.transaction().execute(async tx => {
      expect(await repositoriesFor(tx).rotateSession(cookie, hashToken(sid))).toBe(true)
      answer = call()
      await met(answer)
    })
    client.cookies.set('sid', sid)
    return answer
  }
  const body = ratedBody(quote.id, quote.car, { voluntaryExcess: 500 })
  const rated = await during(
    () => amend(body),
    answer => answer,
  )
  expect(rated).toMatchObject({ status: 200 })
  const read = await readAgain(client, quote)
  const bound = await during(
    () => bind(bindBody(read)),
    () => eventually(() => someoneWaits(world.database)),
  )
  expect(bound).toMatchObject({ status: 200 })
})

/** An application that does something once, before this statement of a transaction. */
async function appWithPause(statement: 'lockQuote' | 'findActivePayment', options: TestAppOptions = {}) {
  let meanwhile: (() => Promise<unknown>) | null = null
  const around = (wired: Dependencies): Dependencies => ({
    ...wired,
    withTransaction: work =>
      wired.withTransaction(tx => {
        const paused = async (id: string) => {
          const once = meanwhile
          meanwhile = null
          await once?.()
          return tx[statement](id)
        }
        return work({ ...tx, [statement]: paused })
      }),
  })
  const world = await appForTest({ ...options, replace: { around } })
  const once = (run: () => Promise<unknown>) => {
    meanwhile = run
  }
  return { world, once }
}

it('[EDGE-16] [T39] a call with an old cookie gets no access from a later login', async () => {
  const { world, once } = await appWithPause('lockQuote', { isIdle: true })
  const { client, quote } = await ratedCustomer(world)
  const cookie = await cookieOf(world.database, client.cookies.get('sid') ?? '')
  const repositories = repositoriesFor(world.database.kysely)
  once(() => repositories.rotateSession(cookie, hashToken(newToken())))
  const bind = await client.call('quoteBind', { body: bindBody(quote) })
  expect(bind.json).toMatchObject({ code: 'NOT_READY' })
  expect(await repositories.findBindAttempt(quote.id)).toBeUndefined()
  expect(await repositories.findAccessLevelByCookie(cookie, quote.id)).toBeNull()
  expect(await repositories.findAccessLevelOfSession(cookie.sessionId, quote.id)).toBe('EDIT_QUOTE')
  // The old cookie gets no new one and does not end the session.
  expect(await repositories.rotateSession(cookie, hashToken(newToken()))).toBe(false)
  await repositories.endSession(cookie)
  expect(await repositories.findAccessLevelOfSession(cookie.sessionId, quote.id)).toBe('EDIT_QUOTE')
})

/** Waits for the policy of a quote, and expects that this customer reads its number. */
async function showsPolicy(
  { repositories }: TestApp,
  quoteId: string,
  read: () => Promise<{ readonly json: unknown }>,
): Promise<void> {
  const policy = await eventually(() => repositories.findPolicy(quoteId))
  expect((await read()).json).toMatchObject({ policyId: policy.policy_number })
}

it('[PAY-07] [EDGE-15] a card page created during a login to another car belongs to the continuing session', async () => {
  const { world, once } = await appWithPause('findActivePayment')
  const { client, quote, retrievePolicy } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const ofQuote = client.token
  const other = await createRatedQuote(client)
  client.token = ofQuote
  const tab = world.at(new URL(world.origin).host, client)
  let login: Promise<unknown> = Promise.resolve()
  once(() => {
    login = tab.call('login', { body: { user_id: other.id, password: other.token } })
    return Promise.race([login, eventually(() => someoneWaits(world.database))])
  })
  const page = await openCardPage(world, client, quote.id)
  await login
  client.cookies.set('sid', tab.cookies.get('sid') ?? '')
  await payByCard(page)
  await showsPolicy(world, quote.id, retrievePolicy)
})

it('[PAY-07] [EDGE-15] a customer who opens a link while the card partner is asked owns the policy', async () => {
  let meanwhile = async () => {}
  const world = await appForTest({
    replace: withCards(real => ({
      async result(session) {
        const answer = await real.result(session)
        if (answer.state === 'approved') await meanwhile()
        return answer
      },
    })),
  })
  const { client, quote, retrievePolicy } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const page = await openCardPage(world, client, quote.id)
  const payment = await world.repositories.findActivePayment(quote.id)
  let followed: Promise<unknown> | undefined
  const follow = async () =>
    (await client.call('login', { body: { user_id: quote.id, password: quote.token } })).ok()
  // Webhook and poller settle the payment too, with the session from before the cookie change.
  meanwhile = async () => {
    followed ??= follow()
    await followed
  }
  await payByCard(page)
  await syncPayment(payment?.id ?? '', world.services)
  await showsPolicy(world, quote.id, retrievePolicy)
})

it('[PAY-07] [PAY-09] [EDGE-15] a payment on an abandoned page buys the policy for the renewed session', async () => {
  const world = await appForTest()
  const { client, quote, payment, retrievePolicy } = await openPayment(world)
  const { services } = world
  expect(await services.repositories.transitionPayment(payment.id, 'CANCELLED', now)).toBe(true)
  ;(await client.call('login', { body: { user_id: quote.id, password: quote.token } })).ok()
  await syncPayment(payment.id, paid(world.application, payment, 'T-1'))
  await showsPolicy(world, quote.id, retrievePolicy)
})
