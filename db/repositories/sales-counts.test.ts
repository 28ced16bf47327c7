/** Tests of the daily counts: concurrent counting is exact, and the report reads an index however many rows there are. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { explain, statementsOf } from '#test/query-plans.ts'
import { countSalesEvent, findSalesCounts } from './sales-counts.ts'

const database = await databaseForFile()

const labels = { partners: ['dealer-1'], sources: ['openroad', 'dealer-1'] }

async function quoteOf(partner: string | null, source: string): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into quote (id, brand, origin, source, partner_id, plate, created_at, changed_at)
     values ($1, 'openroad', 'http://localhost', $2, $3, 'JHU968', now(), now())`,
    [id, source, partner],
  )
  return id
}

/** 1am on the second day in New Zealand. */
const now = new Date('2026-11-01T12:00:00Z')
const period = { from: '2026-11-01', to: '2026-11-03', brand: null, partner: null }

it('[BUS-01] forty concurrent events are counted on the New Zealand day, with their amounts', async () => {
  const quoteId = await quoteOf('dealer-1', 'openroad')
  const entry = { quoteId, event: 'policy', detail: 'UNDER_1_HOUR', cents: 250, now } as const
  await Promise.all(Array.from({ length: 40 }, () => countSalesEvent(database.kysely, entry, labels)))
  const counted = { event: 'policy', detail: 'UNDER_1_HOUR', count: 40, cents: 10_000 }
  expect(await findSalesCounts(database.kysely, period)).toEqual([
    { day: '2026-11-02', brand: 'openroad', partner: 'dealer-1', source: 'openroad', ...counted },
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
    const counted = await countSalesEvent(database.kysely, { quoteId, event: 'prospect', now }, labels)
    expect(counted).toEqual({ brand: 'openroad', partner, source })
  },
)

it('[BUS-01] an event of a deleted quote is not counted', async () => {
  const entry = { quoteId: randomUUID(), event: 'prospect', now } as const
  expect(await countSalesEvent(database.kysely, entry, labels)).toBeUndefined()
})

it('[BUS-01] a rolled-back event is not counted', async () => {
  const quoteId = await quoteOf(null, 'openroad')
  const work = database.kysely.transaction().execute(async tx => {
    await countSalesEvent(tx, { quoteId, event: 'car', now }, labels)
    throw new Error('rolled back')
  })
  await expect(work).rejects.toThrow('rolled back')
  const events = (await findSalesCounts(database.kysely, period)).map(({ event }) => event)
  expect(events).not.toContain('car')
})

it('[BUS-01] after five years with ten million quotes every query of the report uses an index', async () => {
  // Ten million quotes fall into so many counters: 4 brands, 5 partners, 12 events in 8 slots on 1,800 days.
  await database.query(
    `insert into daily_sales_count (day, brand, partner, source, event, detail, slot, count, cents)
     select date '2020-01-01' + day, 'brand-' || brand, 'partner-' || (brand + event) % 5, 'source', 'event-' || event, '', slot, 10, 0
     from generate_series(0, 1799) day, generate_series(0, 3) brand, generate_series(0, 11) event, generate_series(0, 1) slot
     on conflict do nothing`,
  )
  await database.query('analyze daily_sales_count')
  const month = { from: '2023-05-01', to: '2023-05-31', brand: null, partner: null }
  for (const filter of [month, { ...month, brand: 'brand-1' }, { ...month, partner: 'partner-2' }]) {
    const { result, sent } = await statementsOf(database.pool, db => findSalesCounts(db, filter))
    expect(result.length).toBeGreaterThan(100)
    for (const statement of sent) {
      const { nodes } = await explain(database.pool, statement)
      const scans = nodes.filter(node => node['Relation Name'] !== undefined)
      expect(scans).not.toEqual([])
      expect(scans.filter(scan => !/Index|Bitmap/.test(scan['Node Type']))).toEqual([])
    }
  }
})
