/** The query of the sales report, for `npm run report` and the report page: aggregates only, no personal data. */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { SalesCount, SalesFilter } from '#journey/sales-report.ts'

/** The counts of the period by day, brand, partner, source, event and detail. */
export async function findSalesCounts(
  db: Kysely<Schema>,
  { from, to, brand, partner }: SalesFilter,
): Promise<SalesCount[]> {
  let query = db
    .selectFrom('daily_count')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'brand', 'partner', 'source', 'event', 'detail'])
    .select(['day', 'brand', 'partner', 'source', 'event', 'detail'])
    .select([sql<number>`sum(count)::bigint`.as('count'), sql<number>`sum(cents)::bigint`.as('cents')])
  if (brand !== null) query = query.where('brand', '=', brand)
  if (partner !== null) query = query.where('partner', '=', partner)
  return query.execute()
}
