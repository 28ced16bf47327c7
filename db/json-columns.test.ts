/** Tests of rows with invalid JSON: the error names table, column and id, and contains nothing of the stored value. */
import { expect, it } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { policyRecord, quoteRecord } from '#test/sample-records.ts'
import { readyQuote } from '#test/schedules/sample-quote.ts'
import { addPaymentTo } from '#test/stored-rows.ts'
import { parseJsonColumns } from './json-columns.ts'
import { findPayment, findPaymentsOfQuote } from './repositories/payments.ts'
import { findPolicy, insertPolicy } from './repositories/policies.ts'
import { findQuote, findQuoteByNumber, lockQuote } from './repositories/quotes.ts'
import { loadSessionWithQuote } from './repositories/session-with-quote.ts'

const database = await databaseForFile()
const db = database.kysely
const now = new Date('2026-11-21T00:00:00Z')

/** A row with every JSON column. */
const newQuote = () => ({ ...readyQuote('openroad', now), drivers: quoteRecord.drivers })

/** Stores a quote with these columns. */
async function kept(changes: object = {}) {
  const quote = { ...newQuote(), ...changes }
  const written = Object.entries(quote).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value,
  ])
  await db.insertInto('quote').values(Object.fromEntries(written)).execute()
  return quote
}

it('[EDGE-13] a quote row is read unchanged, including unknown fields and null columns', async () => {
  const { id, policyholders, insurer_quote, car } = await kept()
  expect(await findQuote(db, id)).toMatchObject({
    drivers: quoteRecord.drivers,
    policyholders,
    insurer_quote,
    car,
  })
  const later = await kept({ car: { ...car, colour: 'red' } })
  expect((await findQuote(db, later.id))?.car).toEqual({ ...car, colour: 'red' })
  const people = { applicant: null, drivers: null, policyholders: null }
  const other = { car: null, risk_address: null, indicators: null, choice: null, insurer_quote: null }
  expect(parseJsonColumns('quote', 'q', { ...people, ...other })).toEqual({ ...people, ...other })
})

const { drivers, policyholders, insurer_quote: price, choice } = newQuote()
it.each<[column: string, json: unknown, field: string]>([
  ['drivers', [{ ...drivers[0], dateOfBirth: null }], '0.dateOfBirth'],
  ['drivers', { ...drivers }, 'all of it'],
  ['policyholders', { ...policyholders, postalAddress: undefined }, 'postalAddress'],
  ['risk_address', { postcode: '1050' }, 'addressId'],
  ['choice', { ...choice, startDate: 'tomorrow' }, 'startDate'],
  ['indicators', { businessUse: 'NO' }, 'businessUse'],
  ['car', {}, 'vehicleKey'],
  ['applicant', { firstName: 5 }, 'firstName'],
  ['insurer_quote', { ...price, validUntil: undefined }, 'validUntil'],
  ['insurer_quote', { ...price, history: {} }, 'history.lastModifiedDatetime'],
  ['insurer_quote', { ...price, instalmentCents: '123' }, 'instalmentCents'],
])('[EDGE-13] a quote row with %s = %j throws an error', (column, json, field) => {
  const parse = () => parseJsonColumns('quote', 'q', { ...newQuote(), [column]: json })
  const message = expect.not.stringContaining('tomorrow')
  expect(parse).toThrow(expect.objectContaining({ name: 'StoredJsonError', message }))
  expect(parse).toThrow(`quote.${column} of q `)
  expect(parse).toThrow(`${field} (`)
})

it('[EDGE-13] an invalid row throws an error in every repository', async () => {
  const { id, quote_number } = await kept({ car: {} })
  const paymentId = await addPaymentTo(database)(id, 'REFUNDED', {
    card: JSON.stringify({ lastDigits: 1111 }),
  })
  const record = { ...policyRecord, policyNumber: 'OR-of-columns' }
  const policy = {
    policy_number: record.policyNumber,
    quote_id: id,
    brand: 'openroad',
    partner_id: null,
    record: JSON.stringify(record),
    terms_at: null,
    declared_at: now,
    issued_at: now,
  }
  await db.transaction().execute(tx => insertPolicy(tx, policy))
  expect((await findPolicy(db, id))?.record).toEqual(record)
  await database.query(`update policy set record = record - 'endDate' where quote_id = $1`, [id])

  const [quoteError, paymentError, policyError] = [
    `quote.car of ${id} does not fit its shape: `,
    `payment.card of ${paymentId} does not fit its shape: scheme (invalid_type), lastDigits (invalid_type)`,
    'policy.record of OR-of-columns does not fit its shape: endDate (invalid_type)',
  ]
  await expect(findQuote(db, id)).rejects.toThrow(quoteError)
  await expect(findQuoteByNumber(db, quote_number ?? '')).rejects.toThrow(quoteError)
  await expect(db.transaction().execute(tx => lockQuote(tx, id))).rejects.toThrow(quoteError)
  const call = { sidHash: null, quoteId: id }
  await expect(loadSessionWithQuote(db, call, now, 1_000)).rejects.toThrow(quoteError)
  await expect(findPayment(db, paymentId)).rejects.toThrow(paymentError)
  await expect(findPaymentsOfQuote(db, id)).rejects.toThrow(paymentError)
  await expect(findPolicy(db, id)).rejects.toThrow(policyError)
})
