/** Tests of every invariant: all hold after a purchase, and each detects a planted violation. */
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { findInvariantViolations, invariantIds } from '#db/checks/invariants.ts'
import type { Schema } from '#db/schema.ts'
import { defaultRetentionPeriods } from '#server/config.ts'
import { createRatedQuote, customerReadyToPay } from './purchase.ts'
import { appForFile } from './test-app.ts'

const now = new Date()
const retention = defaultRetentionPeriods

const world = await appForFile()
const { bind } = await customerReadyToPay(world)
;(await bind()).ok()
await world.mails(1)
await createRatedQuote(await world.browser())
const { database } = world

class Undo extends Error {}

/** The broken invariants after these statements, which are rolled back. */
async function brokenAfter(...statements: string[]): Promise<string[]> {
  let broken: string[] = []
  await database.kysely
    .transaction()
    .execute(async tx => {
      await sql`set local search_path = public`.execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      await sql`set local search_path = ''`.execute(tx)
      broken = (await findInvariantViolations(tx as Kysely<Schema>, now, retention)).map(({ id }) => id)
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return broken
}

const bought = `(select quote_id from policy)`
const unsold = `(select id from quote where status = 'QUOTED')`
const cardPayment = (state: string, quote: string, changedAt = 'now()') => `
  insert into payment (id, quote_id, idempotency_key, quote_version, amount_cents, currency, state, created_at, changed_at)
  values (gen_random_uuid(), ${quote}, gen_random_uuid(), 1, 100, 'NZD', '${state}', ${changedAt}, ${changedAt})`

it('[EDGE-13] [EDGE-15] all hold after a purchase', async () => {
  expect(await findInvariantViolations(database.kysely, now, retention)).toEqual([])
})

/** A policy of three hours ago whose mail never left. */
const neverMailed = [
  `update policy set issued_at = now() - interval '3 hours', declared_at = now() - interval '4 hours', terms_at = now() - interval '4 hours'`,
  'alter table audit disable trigger audit_goes_when_old',
  `delete from audit where what like 'policy-mail-%'`,
]
/** Violations, each with its invariant. */
const planted: readonly (readonly [id: string, ...statements: string[]])[] = [
  ['I2', `update insurer.policy set policy_number = 'OR000000003'`],
  [
    'I3',
    `insert into audit (id, at, quote_id, what, details)
     values (gen_random_uuid(), now(), ${unsold}, 'policy-issued', '{"policyNumber": "OR000000003"}')`,
  ],
  ['I4', `update quote set status = 'BINDING' where id = ${bought}`],
  ['I5', cardPayment('REFUNDED', bought), `update bind_attempt set payment_id = (select id from payment)`],
  ['I6', cardPayment('APPROVED', unsold, `now() - interval '2 days'`)],
  [
    'I8',
    `insert into audit (id, at, quote_id, what)
     values (gen_random_uuid(), now(), gen_random_uuid(), 'bind-intended')`,
  ],
  [
    'I9',
    `insert into audit (id, at, quote_id, what)
     values (gen_random_uuid(), now() + interval '1 hour', ${bought}, 'rated-quoted')`,
  ],
  ['I10', `update quote set declared_version = 99 where id = ${bought}`],
  ['I11', ...neverMailed],
  ['I12', 'update insurer.policy set idempotency_key = gen_random_uuid()::text'],
  ['I13', 'update policy set terms_at = null'],
  ['I14', `update policy set brand = 'fern'`],
  ['I16', `update bind_attempt set encrypted_request = '12-3140-0171323-50'`],
  ['I17', `update quote set quote_number = 'Q-00000-000000' where id = ${bought}`],
  ['I18', `delete from quote where id = ${unsold}`],
  ['I19', `update bind_attempt set changed_at = now() - interval '32 days'`],
  // Bank details that were refused and stay.
  [
    'I19',
    `insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, encrypted_request, state, created_at, changed_at)
     values (${unsold}, gen_random_uuid(), 1, '', 'v1.x.y', 'REJECTED', now(), now() - interval '50 hours')`,
  ],
  // A prospect without a change for nine days.
  [
    'I19',
    `update quote set status = 'DRAFT', created_at = now() - interval '9 days', changed_at = now() - interval '9 days' where id = ${unsold}`,
  ],
  // A card's money kept for a policy that was paid by bank.
  ['I6', cardPayment('APPROVED', bought, `now() - interval '2 days'`)],
  // A policy that was never mailed, of a quote that was.
  [
    'I11',
    ...neverMailed,
    `insert into audit (id, at, quote_id, what) values (gen_random_uuid(), now() - interval '5 hours', ${bought}, 'policy-mail-accepted')`,
  ],
]

it('[EDGE-13] each has a planted violation here', () => {
  expect(new Set(planted.map(([id]) => id))).toEqual(new Set(invariantIds))
})

it.each(planted.map(([id, ...statements]) => ({ id, statements })))(
  '[EDGE-13] [EDGE-15] $id detects its violation (%#)',
  async ({ id, statements }) => {
    expect(await brokenAfter(...statements)).toContain(id)
  },
)

it('[EDGE-13] I16 detects an unencrypted account number anywhere, but not in a hash or browser name', async () => {
  const said = (path: string, text: string) =>
    `update policy set record = jsonb_set(record, '${path}', '"${text}"')`
  expect(
    await brokenAfter(
      said('{payment,terms,textSha256}', `${'4'.repeat(16)}${'a'.repeat(48)}`),
      said('{payment,terms,userAgent}', 'Browser/2026112312345678'),
    ),
  ).toEqual([])
  expect(await brokenAfter(said('{payment,terms,version}', '12-3140-0171323-50'))).toEqual(['I16'])
})

it('[EDGE-13] I11 holds for a policy with an abandoned mail that was acknowledged', async () => {
  const takenOff = `insert into audit (id, at, quote_id, what, details)
    values (gen_random_uuid(), now(), ${bought}, 'acknowledged', '{"of": "given-up", "kind": "policy-mail"}')`
  expect(await brokenAfter(...neverMailed, takenOff)).toEqual([])
})

it('[EDGE-13] I19 allows the purge a day, and ignores rows that must stay', async () => {
  const agedBy = (age: string) =>
    `update quote set created_at = now() - interval '${age}', valid_until = now() - interval '3 days' where id = ${unsold}`
  expect(await brokenAfter(agedBy('60 days 20 hours'))).toEqual([])
  const old = agedBy('62 days')
  expect(await brokenAfter(old)).toEqual(['I19'])
  expect(await brokenAfter(old, `update quote set valid_until = now()`)).toEqual([])
  expect(await brokenAfter(old, cardPayment('REFUND_DUE', unsold))).toEqual([])
  expect(await brokenAfter(old, cardPayment('REFUNDED', unsold))).toEqual([])
  expect(await brokenAfter(old, cardPayment('REFUNDED', unsold, `now() - interval '2 days'`))).toEqual([
    'I19',
  ])
})
