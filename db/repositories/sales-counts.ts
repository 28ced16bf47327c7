/** Repository of the daily sales counts, which hold no personal data and stay when their quote is deleted. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { nzToday } from '#journey/dates.ts'
import { noReferrer, unknownReferrer } from '#journey/referrer-id.ts'
import { type AttributionLabels, normalizeSalesEventDetail, type SalesEvent } from '#journey/sales-events.ts'
import type { DailySalesCount, SalesFilter } from '#journey/sales-report.ts'

/** The brand, partner and source that a sales event is counted for. */
export type SalesAttribution = Pick<Schema['daily_sales_count'], 'brand' | 'partner' | 'source'>

export interface NewSalesEvent {
  readonly quoteId: string
  readonly event: SalesEvent
  /** The reason, the payment way or the time class of the event. */
  readonly detail?: string
  /** The premium of a policy, or the amount of a refund. */
  readonly cents?: number
  readonly now: Date
}

const noLabels: AttributionLabels = { partners: [], sources: [] }

/** A counter is spread over this many rows, so that transactions rarely wait for each other. */
const slots = 8

/**
 * Counts an event of a quote on the New Zealand day of `now`, at the end of the transaction of what it counts (the lock
 * order of db/transaction.ts); e-mailed quotes and client-side declines have no transaction. The server adds the
 * configured labels (server/telemetry/event-metrics.ts). Undefined if the quote no longer exists.
 */
export async function countSalesEvent(
  db: Db,
  { quoteId, event, detail = '', cents = 0, now }: NewSalesEvent,
  { partners, sources }: AttributionLabels = noLabels,
): Promise<SalesAttribution | undefined> {
  const countedName = (column: string, names: readonly string[]) => sql`case
    when coalesce(${sql.ref(column)}, '') = '' then ${noReferrer}
    when ${sql.ref(column)} = any(${names}::text[]) then ${sql.ref(column)}
    else ${unknownReferrer} end`
  const { rows } = await sql<SalesAttribution>`
    insert into public.daily_sales_count as counter (day, brand, partner, source, event, detail, slot, count, cents)
    select ${nzToday(now)}::date, brand, ${countedName('partner_id', partners)}, ${countedName('source', sources)},
      ${event}, ${normalizeSalesEventDetail(event, detail)}, ${randomInt(slots)}::smallint, 1, ${cents}::bigint
    from public.quote where id = ${quoteId}
    on conflict (day, brand, partner, source, event, detail, slot)
    do update set count = counter.count + 1, cents = counter.cents + excluded.cents
    returning brand, partner, source`.execute(db)
  return rows[0]
}

/** The counts of the period by day, brand, partner, source, event and detail. */
export async function findSalesCounts(
  db: Db,
  { from, to, brand, partner }: SalesFilter,
): Promise<DailySalesCount[]> {
  let query = db
    .selectFrom('daily_sales_count')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'brand', 'partner', 'source', 'event', 'detail'])
    .select(['day', 'brand', 'partner', 'source', 'event', 'detail'])
    .select([sql<number>`sum(count)::bigint`.as('count'), sql<number>`sum(cents)::bigint`.as('cents')])
  if (brand !== null) query = query.where('brand', '=', brand)
  if (partner !== null) query = query.where('partner', '=', partner)
  return query.execute()
}
