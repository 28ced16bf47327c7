/** Tests of data retention: with a controlled clock, every table is searched for deleted and stored data. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findInvariantViolations } from '#db/checks/invariants.ts'
import { embeddedInsurerRepository } from '#db/repositories/embedded-insurer.ts'
import type { Schema } from '#db/schema.ts'
import { addYears, nzToday } from '#journey/dates.ts'
import { runRetention } from '#server/jobs/retention.ts'
import { hmac } from '#server/lib/crypto.ts'
import { dumpDatabase } from './database-dump.ts'
import { customerReadyToPay, logIn, rateCar, ratedCustomer, register, saveCar } from './purchase.ts'
import { addBindAttemptTo, addPaymentTo } from './stored-rows.ts'
import { appForTest, eventually, openTestApp, type TestApp } from './test-app.ts'

const dayMs = 86_400_000
let laterMs = 0
let world: TestApp

beforeEach(async () => {
  laterMs = 0
  world = await openTestApp({ replace: { now: () => new Date(Date.now() + laterMs) } })
})
afterEach(() => world.close())

/** Texts that only this customer's answers contain. */
const marks = ['JHU968', 'Māia', 'O’Brien', '1988-04-12', 'maia@example.nz', '0211234567', 'Remuera Road']

/** The texts of the customer that are in the database. */
async function storedMarks(texts: readonly string[] = marks): Promise<string[]> {
  const dump = await dumpDatabase(world.database.pool)
  return texts.filter(text => dump.includes(text))
}

const purge = (app = world) => runRetention(app.services)
function purgeAfter(days: number, app = world) {
  laterMs = days * dayMs
  return purge(app)
}

const addPayment = (quoteId: string, state: Schema['payment']['state']) =>
  addPaymentTo(world.database)(quoteId, state)
/** A bind attempt with bank details. */
const addBindAttempt = (quoteId: string, state: 'INTENT' | 'UNKNOWN' | 'REJECTED') =>
  addBindAttemptTo(world.database)(quoteId, state, {
    encrypted_request: 'encrypted',
    account_fingerprint: 'mark',
  })

const brokenNow = () => {
  const { now, config } = world.services
  return findInvariantViolations(world.database.kysely, now(), config.retention)
}

const quoteWithPeople = () => customerReadyToPay(world)

/** A customer who bought, and whose policy was mailed. */
async function sale() {
  const customer = await quoteWithPeople()
  const { policyNumber } = (await customer.bind()).ok()
  const mailed = `select 1 from audit where quote_id = $1 and what = 'policy-mail-accepted'`
  await eventually(async () => (await world.query(mailed, [customer.quote.id])).length > 0)
  return { ...customer, policyNumber }
}

it('an unsold quote is complete after 59 days and deleted after 61; its link then reports that it has expired', async () => {
  const { quote } = await quoteWithPeople()
  expect(await storedMarks()).toEqual(marks)
  await purgeAfter(59)
  expect(await storedMarks()).toEqual(marks)
  expect((await world.repositories.findQuote(quote.id))?.drivers).toHaveLength(1)

  expect(await purgeAfter(61)).toMatchObject({ quotes: 1 })
  const { quoteNum } = quote.attributes.policyDetails
  expect(await world.services.insurer.retrieve(quoteNum)).toEqual({ outcome: 'not-found' })
  expect(await storedMarks()).toEqual([])
  expect(await purge()).toMatchObject({ quotes: 0, bankDetails: 0, sessions: 0 })

  const late = await world.browser()
  await logIn(late, quote)
  expect((await late.call('prospectCar', { query: { id: quote.id } })).ok()).toMatchObject({
    status: 'EXPIRED',
    drivers: [],
    vehicle: { regNumber: '' },
  })

  expect(await purgeAfter(61 + 397)).toMatchObject({ tombstones: 1 })
  expect(await world.repositories.findQuote(quote.id)).toBeUndefined()
})

it('[EDGE-04] [BUS-02] deletes a prospect without a price a week after its last answer, and keeps its partner for the counts', async () => {
  const body = {
    registrationNumber: 'JHU968',
    firstName: 'Māia',
    lastName: 'O’Brien',
    email: 'maia@example.nz',
    mobilePhone: '0211234567',
    source: 'a dealer',
    partnerId: 'dealer-1',
  }
  ;(await world.plainClient().call('registration', { body })).ok()
  const sent = ['JHU968', 'Māia', 'O’Brien', 'maia@example.nz', '0211234567']
  await purgeAfter(6)
  expect(await storedMarks(sent)).toEqual(sent)
  expect(await purgeAfter(8)).toMatchObject({ quotes: 1 })
  expect(await storedMarks(sent)).toEqual([])
  const rows = await world.query('select plate, status, source, partner_id from quote')
  expect(rows).toEqual([{ plate: '', status: 'EXPIRED', source: 'a dealer', partner_id: 'dealer-1' }])
  expect(await brokenNow()).toEqual([])
})

it('[PAY-13] a valid quote is not deleted, however short the retention of unsold quotes', async () => {
  const hasty = await appForTest({
    environment: { RETAIN_QUOTE_DAYS: '31' },
    replace: { now: () => new Date(Date.now() + laterMs) },
  })
  laterMs = -6 * dayMs
  const prospect = await register(await hasty.browser())
  const { id } = prospect
  // The price is requested days after the plate, and is valid for thirty days from then.
  laterMs = 0
  const client = await logIn(await hasty.browser(), prospect)
  await rateCar(client, prospect, await saveCar(client, id))
  expect(await purgeAfter(30, hasty)).toMatchObject({ quotes: 0 })
  expect(await hasty.repositories.findQuote(id)).toMatchObject({ status: 'QUOTED' })
  expect(await purgeAfter(32, hasty)).toMatchObject({ quotes: 1 })
})

it('deletes the insurer’s quotes that no quote of ours names, also after the purge was stopped for a month', async () => {
  const { quote } = await quoteWithPeople()
  await sale()
  await world.query('update quote set quote_number = null where id = $1', [quote.id])
  const rated = () => world.query(`select 1 from insurer.quote where risk <> '{}'`)
  await purgeAfter(59)
  expect(await rated()).toHaveLength(2)
  expect(await purgeAfter(95)).toMatchObject({ unclaimed: 1 })
  // The quote of the sale stays with its policy.
  expect(await rated()).toHaveLength(1)
  expect(await world.query('select 1 from insurer.quote where not closed')).toEqual([])
})

it('[PAY-08] the card page of an anonymised quote stores no fingerprint of its people', async () => {
  const { openPage } = await quoteWithPeople()
  ;(await openPage()).ok()
  const hashes = async () => await world.query('select policyholders_hash from payment')
  expect(await hashes()).toEqual([{ policyholders_hash: expect.any(Buffer) }])
  await world.query(`update payment set state = 'EXPIRED'`)
  expect(await purgeAfter(61)).toMatchObject({ quotes: 1 })
  expect(await hashes()).toEqual([{ policyholders_hash: null }])
})

it('deletes a quote together with the insurer’s copy, and deletes leftover copies', async () => {
  await quoteWithPeople()
  laterMs = 61 * dayMs
  await world.query('alter table insurer.quote add constraint held check (not closed)')
  expect((await purge()).quotes).toBeUndefined()
  expect(await world.query('select 1 from quote where anonymised_at is null')).toHaveLength(1)
  await world.query('alter table insurer.quote drop constraint held')
  expect(await purge()).toMatchObject({ quotes: 1 })

  await world.query(`update insurer.quote set risk = '{"name": "Māia"}', closed = false`)
  expect(await purge()).toMatchObject({ unclaimed: 1 })
  const rows = await world.query('select risk, closed from insurer.quote')
  expect(rows).toEqual([{ risk: {}, closed: true }])
})

it('a concurrent amend does not restore the insurer’s deleted copy', async () => {
  const { quote } = await quoteWithPeople()
  const { quoteNum } = quote.attributes.policyDetails
  const repository = embeddedInsurerRepository(world.database.kysely)
  const state = await repository.findQuoteState(quoteNum)
  await purgeAfter(61)
  const change = { risk: { name: 'Māia' }, answer: {}, modified_at: 'later', modified_by: 'test' }
  expect(await repository.changeQuote(quoteNum, state?.modified_at ?? '', change)).toBe(false)
  expect(await dumpDatabase(world.database.pool)).not.toContain('Māia')
})

it('finished jobs are deleted after an hour; abandoned ones stay for an operator', async () => {
  const rows = await world.query(
    `select name, deletion_seconds as done, retention_seconds as waiting, dead_letter from jobs.queue
     where name in ('policy-mail', 'given-up') order by name`,
  )
  expect(rows).toMatchObject([
    { name: 'given-up', waiting: 30 * 86_400, dead_letter: null },
    { name: 'policy-mail', done: 3_600, dead_letter: 'given-up' },
  ])
})

it('[T43] [EDGE-13] [PAY-05] deletes bank details and account fingerprints 30 days after the policy was issued, and keeps the policy', async () => {
  const { quote, policyNumber } = await sale()
  const kept = () => world.repositories.findBindAttempt(quote.id)
  const prints = async () => {
    const { request_hash: hash, account_fingerprint: account } = (await kept()) ?? {}
    return [String(hash), account]
  }
  // Each fingerprint uses the key that encrypts the bank details.
  const before = await prints()
  const byFirstKey = expect.stringMatching(/^1\.[\w-]{43}$/)
  expect(before).toEqual([byFirstKey, byFirstKey])
  expect(await storedMarks([hmac(world.services.keys, 'account|12-3140-0171323-50')])).toEqual([])

  expect(await purgeAfter(29)).toMatchObject({ bankDetails: 0, quotes: 0 })
  expect((await kept())?.encrypted_request).toBeTypeOf('string')
  expect(await purgeAfter(31)).toMatchObject({ bankDetails: 1 })
  expect(await kept()).toMatchObject({
    state: 'ISSUED',
    encrypted_request: null,
    policy_number: policyNumber,
  })
  expect(await prints()).toEqual(['', null])
  expect(await storedMarks(before.map(String))).toEqual([])
  expect(await purgeAfter(900)).toMatchObject({ quotes: 0, tombstones: 0 })
  const policy = await world.repositories.findPolicy(quote.id)
  expect(policy).toMatchObject({
    policy_number: policyNumber,
    record: { policyholders: [{ lastName: 'O’Brien' }] },
  })
})

it('[T43] [EDGE-13] a refused bind leaves no account fingerprint', async () => {
  const { quote } = await quoteWithPeople()
  await addBindAttempt(quote.id, 'REJECTED')
  laterMs = dayMs + 60_000
  expect(await purge()).toMatchObject({ bankDetails: 1 })
  const rows = await world.query(
    `select encrypted_request, account_fingerprint, length(request_hash) as hash from bind_attempt`,
  )
  expect(rows).toEqual([{ encrypted_request: null, account_fingerprint: null, hash: 0 }])
})

it('[EDGE-13] deletes nothing that an open purchase needs', async () => {
  const { quote } = await quoteWithPeople()
  const inState = async (state: 'INTENT' | 'UNKNOWN') => {
    await world.query('delete from bind_attempt')
    await addBindAttempt(quote.id, state)
    return purgeAfter(100)
  }
  for (const state of ['INTENT', 'UNKNOWN'] as const)
    expect(await inState(state), state).toMatchObject({ quotes: 0, bankDetails: 0 })
  await world.query('delete from bind_attempt')
  await addPayment(quote.id, 'PENDING')
  for (const state of ['CREATED', 'PENDING', 'APPROVED', 'REFUND_DUE']) {
    await world.query('update payment set state = $1', [state])
    expect(await purge(), state).toMatchObject({ quotes: 0 })
  }
  await world.query(`update payment set state = 'REFUNDED'`)
  expect(await purge()).toMatchObject({ quotes: 1 })
})

it('[SHELL-07] deletes sessions, captcha tokens and counters a day after their last use', async () => {
  await ratedCustomer(world)
  const { services } = world
  const { repositories } = services
  const sessions = await world.query('select id from session')
  for (const { id: sessionId } of sessions)
    await repositories.grantCaptchaPass({
      sessionId,
      until: services.now(),
      budget: 1,
      addressPrefix: '203.0.113.0/24',
    })
  await repositories.spendCaptchaToken(Buffer.from('spent'), services.now())
  await repositories.incrementCounter('counted', dayMs, services.now())
  const tables = ['session', 'captcha_pass', 'captcha_spent_token', 'rate_limit'] as const
  const counts = async () => {
    const counted: number[] = []
    for (const table of tables)
      counted.push(Number((await world.query(`select count(*) as n from ${table}`))[0]?.n))
    return counted
  }
  for (const count of await counts()) expect(count).toBeGreaterThan(0)
  await purgeAfter(2)
  await eventually(async () => (await counts()).every(count => count === 0))
})

it('[T14] [PAY-08] [EDGE-01] deletes expired return codes and document links, and quote links with the quote’s last row', async () => {
  const { openPage } = await quoteWithPeople()
  ;(await openPage()).ok()
  const sold = await sale()
  const kept = async () => {
    const rows = await world.query('select kind, count(*)::int from login_token group by kind order by kind')
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  }
  const purged = async (days: number) => (await purgeAfter(days)).loginTokens
  expect(await kept()).toEqual({ documents: 1, link: 2, return: 1 })
  expect(await purged(1 / 24)).toBe(0)
  expect(await purged(1)).toBe(1)
  expect(await kept()).toEqual({ documents: 1, link: 2 })
  expect(await purged(29)).toBe(0)
  expect(await purged(31)).toBe(1)
  expect(await kept()).toEqual({ link: 2 })
  // The link of an expired quote still reports that.
  expect(await purged(31 + 395)).toBe(0)
  const late = await world.browser()
  const login = { user_id: sold.quote.id, password: sold.quote.token }
  expect((await late.call('login', { body: login })).status).toBe(200)
  expect(await purged(31 + 397)).toBeGreaterThan(0)
  expect(await kept()).toEqual({})
  expect((await late.call('login', { body: login })).status).toBe(401)
})

it('[QUOTE-10] [EDGE-11] keeps the daily mail counters for the whole day, also of 25 hours', async () => {
  // The day when daylight saving time ends.
  let at = '2027-04-03T11:00:00Z'
  const hasty = await appForTest({
    environment: { RETAIN_CAPTCHA_HOURS: '2' },
    replace: { now: () => new Date(at) },
  })
  const { repositories } = hasty
  const counted = () => repositories.readCounter('mail|x', 'day', new Date(at))
  await repositories.incrementCounter('mail|x', 'day', new Date(at))
  at = '2027-04-04T11:59:00Z'
  await purge(hasty)
  expect(await counted()).toBe(1)
  at = '2027-04-04T12:00:00Z'
  expect(await counted()).toBe(0)
  at = '2027-04-04T12:01:00Z'
  await purge(hasty)
  expect(await hasty.query('select 1 from rate_limit')).toEqual([])
})

/** Moves all dates of a quote this many years back. */
async function ageQuote(quoteId: string, years: number): Promise<void> {
  const older = `- interval '${years} years'`
  await world.query('alter table audit disable trigger user')
  await world.query(`update audit set at = at ${older} where quote_id = $1`, [quoteId])
  await world.query('alter table audit enable trigger user')
  await world.query(
    `update policy set issued_at = issued_at ${older}, declared_at = declared_at ${older}, terms_at = terms_at ${older},
       record = jsonb_set(record, '{endDate}', to_jsonb(((record->>'endDate')::date ${older})::date::text))
     where quote_id = $1`,
    [quoteId],
  )
}

it('[EDGE-13] [PAY-05] deletes a policy with its audit exactly seven years after its cover ended', async () => {
  const { quote } = await sale()
  // Cover ends a year after the sale, so after seven years one more remains.
  await ageQuote(quote.id, 7)
  expect(await purge()).toMatchObject({ policies: 0, auditLines: 0 })
  expect(await world.repositories.findPolicy(quote.id)).toBeDefined()
  await ageQuote(quote.id, 1)
  expect(await purge()).toMatchObject({ policies: 0 })
  await world.query(`update policy set record = jsonb_set(record, '{endDate}', to_jsonb(
    ((record->>'endDate')::date - 2)::text))`)
  expect(await purge()).toMatchObject({ policies: 1 })
  const after = await dumpDatabase(world.database.pool)
  expect(marks.filter(mark => after.includes(mark))).toEqual([])
  // The queue deletes its rows by its own clock.
  const naming = after.split('\n').filter(row => row.includes(quote.id) && !row.startsWith('jobs.'))
  expect(naming).toEqual([])
  expect(await brokenNow()).toEqual([])
})

it('[EDGE-13] logs a failed deletion, continues with the others and counts them; a stopping node begins nothing', async () => {
  await quoteWithPeople()
  await purgeAfter(61)
  laterMs = (61 + 397) * dayMs
  const { services } = world
  const anonymiseOrphanedInsurerQuotes = () => Promise.reject(new Error('statement timeout'))
  const stuck = { ...services, repositories: { ...services.repositories, anonymiseOrphanedInsurerQuotes } }
  expect(await runRetention(stuck, AbortSignal.abort())).toMatchObject({ tombstones: 0 })
  expect(await runRetention(stuck)).toMatchObject({ tombstones: 1, bankDetails: 0 })
  expect(world.logLines.join('')).toContain('"event":"purge","kind":"unclaimed"')
  expect(await world.query('select 1 from quote')).toEqual([])
  expect(await brokenNow()).toEqual([])
})

it.each([
  [
    'its audit line',
    [`alter table audit add constraint broken check (not details ? 'tombstones') not valid`],
  ],
  [
    'the commit',
    [
      `create function fail() returns trigger language plpgsql as 'begin raise exception $$broken$$; end'`,
      `create constraint trigger broken after delete on quote deferrable initially deferred
       for each row execute function fail()`,
    ],
  ],
])('[EDGE-13] a deletion that fails at %s deletes nothing and counts nothing', async (_, statements) => {
  await quoteWithPeople()
  await purgeAfter(61)
  for (const statement of statements) await world.query(statement)
  await purgeAfter(61 + 397)
  expect(await world.query('select 1 from quote')).toHaveLength(1)
  expect(await world.query(`select 1 from audit where details ? 'tombstones'`)).toEqual([])
})

it('[T20] deletes more counters than one batch', async () => {
  await world.query(
    `insert into rate_limit (key, window_start, count)
     select 'flood ' || n, now() - interval '9 days', 1 from generate_series(1, 1300) n`,
  )
  expect(await purge()).toMatchObject({ traces: 1300 })
  expect(await world.query(`select from rate_limit where key like 'flood %'`)).toEqual([])
})

it('[EDGE-13] keeps a policy while a refund is due', async () => {
  const { quote } = await sale()
  await ageQuote(quote.id, 9)
  await addPayment(quote.id, 'REFUND_DUE')
  expect(await purge()).toMatchObject({ policies: 0 })
  await world.query(`update payment set state = 'REFUNDED'`)
  expect(await purge()).toMatchObject({ policies: 1 })
})

it('[EDGE-13] [EDGE-15] keeps all audit lines of a quote until the newest is due', async () => {
  const { quote } = await quoteWithPeople()
  await purgeAfter(61)
  await purgeAfter(61 + 397)
  await ageQuote(quote.id, 5)
  const lines = () => world.query('select from audit where quote_id = $1', [quote.id])
  const before = (await lines()).length
  await world.query('alter table audit disable trigger user')
  await world.query(
    `update audit set at = at - interval '3 years' where quote_id = $1 and what = 'rated-quoted'`,
    [quote.id],
  )
  await world.query('alter table audit enable trigger user')
  expect(await purge()).toMatchObject({ auditLines: 0 })
  expect(await lines()).toHaveLength(before)
  await ageQuote(quote.id, 3)
  expect(await purge()).toMatchObject({ auditLines: before })
})

it('deletes the audit of an anonymised quote after seven years, and the quote count stays right', async () => {
  const { quote } = await quoteWithPeople()
  await purgeAfter(61)
  expect(await purgeAfter(61 + 397)).toMatchObject({ tombstones: 1, auditLines: 0 })
  await ageQuote(quote.id, 9)
  expect(await purge()).toMatchObject({ auditLines: expect.any(Number) })
  const rows = await world.query('select what from audit')
  expect(new Set(rows.map(row => row.what))).toEqual(new Set(['purged']))
  expect(await brokenNow()).toEqual([])
  // A lost quote is still detected.
  const { id } = await register(await world.browser())
  await world.query('delete from quote where id = $1', [id])
  expect((await brokenNow()).map(({ id }) => id)).toContain('I18')
})

it('deletes no audit line whose count cannot be recorded', async () => {
  const { quote } = await quoteWithPeople()
  await purgeAfter(61)
  await purgeAfter(61 + 397)
  await ageQuote(quote.id, 9)
  await world.query(`alter table audit add constraint broken check (not details ? 'registered') not valid`)
  expect(await purge()).not.toHaveProperty('auditLines')
  const registered = await world.query(`select 1 from audit where quote_id = $1 and what = 'registered'`, [
    quote.id,
  ])
  expect(registered).toHaveLength(1)
  expect(await brokenNow()).toEqual([])
})

it('[PAY-11] deletes failed payments with their quote, and keeps refunds for eight years', async () => {
  const tried = await quoteWithPeople()
  const refunded = await quoteWithPeople()
  for (const [{ quote }, state] of [
    [tried, 'DECLINED'],
    [refunded, 'REFUNDED'],
  ] as const) {
    await addPayment(quote.id, state)
    await world.query(
      `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, payment_id, state, created_at, changed_at)
       select quote_id, gen_random_uuid(), 1, 'x', id, 'REJECTED', now(), now() from payment where quote_id = $1`,
      [quote.id],
    )
  }
  expect(await purgeAfter(61)).toMatchObject({ quotes: 2 })
  expect(await purgeAfter(61 + 397)).toMatchObject({ tombstones: 1 })
  for (const table of ['payment', 'bind_attempt']) {
    const rows = await world.query(`select quote_id from ${table}`)
    expect([table, rows]).toEqual([table, [{ quote_id: refunded.quote.id }]])
  }
  expect(await brokenNow()).toEqual([])
  // As long as its policy would have been stored: one year plus seven.
  const eightYearsAgo = Date.parse(addYears(nzToday(world.services.now()), -8))
  const wentBack = (at: number) => world.query('update payment set changed_at = $1', [new Date(at)])
  await wentBack(eightYearsAgo + dayMs)
  expect(await purge()).toMatchObject({ tombstones: 0 })
  // A day more than the audit's tolerance, because of leap days.
  await wentBack(eightYearsAgo - 3 * dayMs)
  expect(await purge()).toMatchObject({ tombstones: 1 })
  for (const table of ['payment', 'bind_attempt', 'quote'])
    expect([table, await world.query(`select 1 from ${table}`)]).toEqual([table, []])
  expect(await brokenNow()).toEqual([])
})

it('[EDGE-17] audit entries cannot be changed, nor deleted early or before their quote', async () => {
  const { quote } = await quoteWithPeople()
  const refused = (statement: string) =>
    expect(world.query(statement), statement).rejects.toThrow('append-only')
  await refused(`update audit set what = 'nothing'`)
  await refused('delete from audit')
  await refused('truncate audit')
  await ageQuote(quote.id, 9)
  await refused('delete from audit')
  await world.query('delete from quote where id = $1', [quote.id])
  await world.query('delete from audit where quote_id = $1', [quote.id])
})

it('every foreign key has an index, so that a deletion reads no whole table', async () => {
  const rows = await world.query(`
    select conrelid::regclass::text as from_table, attname as by
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace <> 'jobs'::regnamespace
      and not exists (select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
                      and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)', attname)))`)
  expect(rows).toEqual([])
})
