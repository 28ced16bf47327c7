/** Tests of the daily counts: concurrent counting is exact, and the report reads an index however many rows there are. */
import { randomUUID } from 'node:crypto'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Schema } from '#db/schema.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { countSale, findSalesCounts } from './sale-counts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const labels = { partners: ['dealer-1'], sources: ['openroad', 'dealer-1'] }

async function quoteOf(partner: string | null, source: string): Promise<string> {
  const id = randomUUID()
  await database.pool.query(
    `insert into quote (id, brand, origin, source, partner_id, plate, created_at, changed_at)
     values ($1, 'openroad', 'http://localhost', $2, $3, 'JHU968', now(), now())`,
    [id, source, partner],
  )
  return id
}

/** 1am on the second day in New Zealand. */
const now = new Date('2026-11-01T12:00:00Z')
const period = { from: '2026-11-01', to: '2026-11-03', brand: null, partner: null }

it('[BUS-01] forty at once are counted, on the day of New Zealand, with their amounts', async () => {
  const quoteId = await quoteOf('dealer-1', 'openroad')
  const entry = { quoteId, event: 'policy', detail: 'UNDER_1_HOUR', cents: 250, now } as const
  await Promise.all(Array.from({ length: 40 }, () => countSale(database.kysely, entry, labels)))
  expect(await findSalesCounts(database.kysely, period)).toEqual([
    {
      day: '2026-11-02',
      brand: 'openroad',
      partner: 'dealer-1',
      source: 'openroad',
      event: 'policy',
      detail: 'UNDER_1_HOUR',
      count: 40,
      cents: 10_000,
    },
  ])
})

it.each([
  [null, 'openroad', 'none', 'openroad'],
  ['dealer-1', 'dealer-1', 'dealer-1', 'dealer-1'],
  ['none', '', 'other', 'none'],
  ['=cmd()', 'a dealer in Taupō', 'other', 'other'],
])(
  '[BUS-02] partner %j and source %j of a link are counted as %s and %s',
  async (sent, from, partner, source) => {
    const quoteId = await quoteOf(sent, from)
    const counted = await countSale(database.kysely, { quoteId, event: 'prospect', now }, labels)
    expect(counted).toEqual({ brand: 'openroad', partner, source })
  },
)

it('[BUS-01] a quote that is gone counts nothing', async () => {
  const entry = { quoteId: randomUUID(), event: 'prospect', now } as const
  expect(await countSale(database.kysely, entry, labels)).toBeUndefined()
})

it('[BUS-01] what rolls back is not counted', async () => {
  const quoteId = await quoteOf(null, 'openroad')
  const day = new Date('2026-12-24T00:00:00Z')
  await database.kysely
    .transaction()
    .execute(async tx => {
      await countSale(tx, { quoteId, event: 'car', now: day }, labels)
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  const december = { ...period, from: '2026-12-01', to: '2026-12-31' }
  expect(await findSalesCounts(database.kysely, december)).toEqual([])
})

/** The nodes of a plan that read a table. */
function scans(plan: Record<string, unknown>): string[] {
  const own = typeof plan['Relation Name'] === 'string' ? [String(plan['Node Type'])] : []
  return [...own, ...((plan.Plans ?? []) as Record<string, unknown>[]).flatMap(scans)]
}

it('[BUS-01] after five years with ten million quotes every query of the report uses an index', async () => {
  const { pool } = database
  // Ten million quotes fall into so many counters: 4 brands, 5 partners, 12 events in 8 slots on 1,800 days.
  await pool.query(
    `insert into daily_count (day, brand, partner, source, event, detail, slot, count, cents)
     select date '2020-01-01' + day, 'brand-' || brand, 'partner-' || (brand + event) % 5, 'source', 'event-' || event, '', slot, 10, 0
     from generate_series(0, 1799) day, generate_series(0, 3) brand, generate_series(0, 11) event, generate_series(0, 1) slot
     on conflict do nothing`,
  )
  await pool.query('analyze daily_count')
  const sent: CompiledQuery[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  })
  const month = { from: '2023-05-01', to: '2023-05-31', brand: null, partner: null }
  for (const filter of [month, { ...month, brand: 'brand-1' }, { ...month, partner: 'partner-2' }])
    expect((await findSalesCounts(db, filter)).length).toBeGreaterThan(100)
  expect(sent).not.toEqual([])
  for (const { sql, parameters } of sent) {
    const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
    const read = scans(rows[0]['QUERY PLAN'][0].Plan)
    expect(read.length).toBeGreaterThan(0)
    for (const scan of read) expect(scan).toMatch(/Index|Bitmap/)
  }
})
