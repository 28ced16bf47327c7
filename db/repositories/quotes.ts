/**
 * Repository of quotes, from the first prospect to the policy. Every change is a compare-and-set on the
 * status (journey/purchase-states.ts).
 */
import type { Kysely, Selectable, Updateable } from 'kysely'
import { checkedRow, type QuoteApplicant } from '#db/json-columns.ts'
import type { Schema } from '#db/schema.ts'
import { type QuoteStatus, quoteMoves, ratableStatuses, sourcesOf } from '#journey/purchase-states.ts'

type Db = Kysely<Schema>
export type Quote = Selectable<Schema['quote']>
/** The dimensions of sale metrics, beside the brand. */
export type SaleOrigin = Pick<Quote, 'source' | 'partner_id'>

export async function createProspect(
  db: Db,
  prospect: SaleOrigin & {
    id: string
    brand: string
    origin: string
    plate: string
    applicant: QuoteApplicant | null
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('quote')
    .values({
      id: prospect.id,
      brand: prospect.brand,
      origin: prospect.origin,
      plate: prospect.plate,
      applicant: prospect.applicant && JSON.stringify(prospect.applicant),
      source: prospect.source,
      partner_id: prospect.partner_id,
      created_at: prospect.now,
      changed_at: prospect.now,
    })
    .execute()
}

/** Throws StoredJsonError. */
export const checkedQuote = (row: Quote | undefined): Quote | undefined =>
  row && checkedRow('quote', row.id, row)

export const findQuote = async (db: Db, id: string): Promise<Quote | undefined> =>
  checkedQuote(await db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirst())

/**
 * By its number as it was typed, or else in capitals or small letters throughout, where that is one quote's alone: a partner
 * insurer may number by either, and the index finds no other mixture.
 */
export async function findQuoteByNumber(db: Db, typed: string): Promise<Quote | undefined> {
  const found = await db
    .selectFrom('quote')
    .selectAll()
    .where('quote_number', 'in', [typed, typed.toUpperCase(), typed.toLowerCase()])
    .execute()
  return checkedQuote(found.length > 1 ? found.find(quote => quote.quote_number === typed) : found[0])
}

/** The quote locked against other writers until the transaction ends. */
export const lockQuote = async (db: Db, id: string): Promise<Quote | undefined> =>
  checkedQuote(await db.selectFrom('quote').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

export type QuoteChanges = Omit<
  Updateable<Schema['quote']>,
  'id' | 'status' | 'version' | 'changed_at' | 'created_at'
>

/** A quote that is neither ordered nor expired. */
const openStates: readonly QuoteStatus[] = ['DRAFT', 'QUOTED', 'OFFLINE', 'DECLINED']

/**
 * The partner of the link that opened the quote: the first one stays. False where there is one, or where the quote is no
 * longer open.
 */
export async function keepPartner(db: Db, id: string, partnerId: string): Promise<boolean> {
  const result = await db
    .updateTable('quote')
    .set({ partner_id: partnerId })
    .where('id', '=', id)
    .where('partner_id', 'is', null)
    .where('purged_at', 'is', null)
    .where('status', 'in', openStates)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Saves answers that do not affect the price. False if the quote is no longer open. */
export async function updateAnswers(db: Db, id: string, changes: QuoteChanges, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('quote')
    .set({ ...changes, changed_at: now })
    .where('id', '=', id)
    .where('status', 'in', openStates)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

interface Replacing {
  readonly id: string
  readonly fromVersion: number
  readonly othersSince: Date | null
  readonly changes: QuoteChanges
  readonly now: Date
}

/**
 * Answers that a price hangs on, of a quote that has none: its status stays, its version counts up, so that a price made
 * for those before is not kept. False when another change came first, or other people.
 */
export async function updateUnpricedQuote(
  db: Db,
  { id, fromVersion, othersSince, changes, now }: Replacing,
): Promise<boolean> {
  const result = await db
    .updateTable('quote')
    .set({ ...changes, version: fromVersion + 1, changed_at: now })
    .where('id', '=', id)
    .where('version', '=', fromVersion)
    .where('others_since', 'is not distinct from', othersSince)
    .where('status', 'in', ['DRAFT', 'OFFLINE', 'DECLINED'])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

interface QuoteMove {
  readonly id: string
  readonly fromVersion: number
  /** As the caller read it before judging who may write; left out by who writes in nobody's name. */
  readonly othersSince?: Date | null
  readonly to: QuoteStatus
  readonly changes: QuoteChanges
  readonly now: Date
}

/**
 * Moves the quote and counts its version up, but only from the version the caller read, a status that may move so and the
 * people who stood in it. False when another change came first.
 */
export async function updateQuoteAtVersion(db: Db, move: QuoteMove): Promise<boolean> {
  const { othersSince } = move
  const result = await db
    .updateTable('quote')
    .set({ ...move.changes, status: move.to, version: move.fromVersion + 1, changed_at: move.now })
    .where('id', '=', move.id)
    .where('version', '=', move.fromVersion)
    .where('status', 'in', ratableStatuses(move.to))
    .$if(othersSince !== undefined, own =>
      own.where('others_since', 'is not distinct from', othersSince ?? null),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Moves only the status; the version, and so the price a payment is pinned to, stays. Whom a partner registered is forgotten
 * once there is a policy: it names its people itself.
 */
export async function setQuoteStatus(db: Db, id: string, to: QuoteStatus, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('quote')
    .set({ status: to, changed_at: now, ...(to === 'CONVERTED' && { applicant: null }) })
    .where('id', '=', id)
    .where('status', 'in', sourcesOf<QuoteStatus>(quoteMoves, to))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
