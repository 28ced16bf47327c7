/**
 * Tests of rows with invalid JSON: each is an error that names table, column and id, and contains nothing of
 * the stored value.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { StoredJsonError } from '#journey/database-json-schemas.ts'
import { databaseForFile } from '#test/database.ts'
import { policyRecord, quoteRecord } from '#test/sample-records.ts'
import { readyQuote } from '#test/schedules/sample-quote.ts'
import { parseJsonColumns } from './json-columns.ts'
import { findPayment, findPaymentsOfQuote, insertPayment } from './repositories/payments.ts'
import { findPolicy, insertPolicy } from './repositories/policies.ts'
import { findQuote, findQuoteByNumber, lockQuote } from './repositories/quotes.ts'
import { loadSessionWithQuote } from './repositories/session-with-quote.ts'

const database = await databaseForFile()

const now = new Date('2026-11-21T00:00:00Z')

/** In the database, with a driver, and with this in the place of one column's JSON. */
async function kept(column?: string, json?: unknown) {
  const quote = { ...readyQuote('openroad', now), drivers: quoteRecord.drivers }
  const columns = { ...quote, ...(column !== undefined && { [column]: json }) }
  const written = Object.entries(columns).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value,
  ])
  await database.kysely.insertInto('quote').values(Object.fromEntries(written)).execute()
  return quote
}

describe('[EDGE-13] a quote row', () => {
  it('is read unchanged, including unknown fields', async () => {
    const { id, drivers, policyholders, insurer_quote, car } = await kept()
    expect(await findQuote(database.kysely, id)).toMatchObject({ drivers, policyholders, insurer_quote, car })
    const later = await kept('car', { ...car, colour: 'red' })
    expect((await findQuote(database.kysely, later.id))?.car).toEqual({ ...car, colour: 'red' })
  })

  const { drivers, policyholders, insurer_quote, choice } = {
    ...readyQuote('openroad', now),
    drivers: quoteRecord.drivers,
  }
  const { validUntil: _, ...undated } = insurer_quote ?? raise()
  it.each<[column: string, json: unknown, field: string]>([
    ['drivers', [{ ...drivers[0], dateOfBirth: null }], '0.dateOfBirth'],
    ['drivers', { ...drivers }, 'all of it'],
    ['policyholders', { ...policyholders, postalAddress: undefined }, 'postalAddress'],
    ['risk_address', { postcode: '1050' }, 'addressId'],
    ['choice', { ...choice, startDate: 'tomorrow' }, 'startDate'],
    ['indicators', { businessUse: 'NO' }, 'businessUse'],
    ['car', {}, 'vehicleKey'],
    ['applicant', { firstName: 5 }, 'firstName'],
    ['insurer_quote', undated, 'validUntil'],
    ['insurer_quote', { ...insurer_quote, history: {} }, 'history.lastModifiedDatetime'],
    ['insurer_quote', { ...insurer_quote, instalmentCents: '123' }, 'instalmentCents'],
  ])('with %s = %j throws an error in every repository', async (column, json, field) => {
    const { id, quote_number } = await kept(column, json)
    const db = database.kysely
    const reads = [
      () => findQuote(db, id),
      () => findQuoteByNumber(db, quote_number ?? ''),
      () => db.transaction().execute(tx => lockQuote(tx, id)),
      () => loadSessionWithQuote(db, { sidHash: null, quoteId: id }, now, 1_000),
    ]
    for (const read of reads) {
      const said = await read().catch((error: unknown) => error)
      expect(said).toBeInstanceOf(StoredJsonError)
      expect(String(said)).toContain(`quote.${column} of ${id} `)
      expect(String(said)).toContain(`${field} (`)
      expect(String(said)).not.toContain('tomorrow')
    }
  })

  it('with null columns has no price and no people, and is valid', () => {
    const empty = {
      applicant: null,
      car: null,
      risk_address: null,
      drivers: null,
      indicators: null,
      choice: null,
    }
    const row = { ...empty, policyholders: null, insurer_quote: null }
    expect(parseJsonColumns('quote', 'q', row)).toEqual(row)
  })
})

it('[EDGE-13] an incomplete policy record throws an error with its number', async () => {
  const { id } = await kept()
  const record = { ...policyRecord, policyNumber: 'OR-of-columns' }
  const policy = { quoteId: id, brand: 'openroad', source: 'openroad', partner_id: null, record }
  const dates = { termsAt: null, declaredAt: now, issuedAt: now }
  await database.kysely.transaction().execute(tx => insertPolicy(tx, { ...policy, ...dates }))
  expect((await findPolicy(database.kysely, id))?.record).toEqual(record)
  await database.query(`update policy set record = record - 'endDate' where quote_id = $1`, [id])
  await expect(findPolicy(database.kysely, id)).rejects.toThrow(
    'policy.record of OR-of-columns does not fit its shape: endDate (invalid_type)',
  )
})

it('[EDGE-13] an incomplete payment card throws an error with its id and without digits', async () => {
  const { id: quoteId } = await kept()
  const id = randomUUID()
  const payment = {
    id,
    quote_id: quoteId,
    quote_version: 1,
    idempotency_key: randomUUID(),
    amount_cents: 100,
    currency: 'NZD',
    state: 'REFUNDED',
    card: JSON.stringify({ lastDigits: 1111 }),
    created_at: now,
    changed_at: now,
  } as const
  await database.kysely.transaction().execute(tx => insertPayment(tx, payment))
  const reads = [() => findPayment(database.kysely, id), () => findPaymentsOfQuote(database.kysely, quoteId)]
  for (const read of reads)
    await expect(read()).rejects.toThrow(
      `payment.card of ${id} does not fit its shape: scheme (invalid_type), lastDigits (invalid_type)`,
    )
})

function raise(): never {
  throw new Error('no price')
}
