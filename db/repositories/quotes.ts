/** Repository of quotes; a change applies only if the quote still has the expected status (journey/purchase-states.ts). */
import type { Selectable, Transaction, Updateable } from 'kysely'
import { parseJsonColumns } from '#db/json-columns.ts'
import { errorCode, QuoteNumberTakenError, uniqueViolation } from '#db/postgres-errors.ts'
import type { Db, Schema } from '#db/schema.ts'
import { executeCompareAndSet } from '#db/write-statements.ts'
import {
  type QuoteStatus,
  quoteTransitions,
  ratableStatuses,
  statesBefore,
} from '#journey/purchase-states.ts'

export type Quote = Selectable<Schema['quote']>

type Prospect = Pick<Quote, 'id' | 'brand' | 'origin' | 'plate' | 'applicant' | 'source' | 'partner_id'>

export async function createProspect(
  db: Db,
  { applicant, now, ...columns }: Prospect & { readonly now: Date },
): Promise<void> {
  await db
    .insertInto('quote')
    .values({
      ...columns,
      applicant: applicant && JSON.stringify(applicant),
      created_at: now,
      changed_at: now,
    })
    .execute()
}

/** Throws StoredJsonError. */
export const parseQuote = (row: Quote | undefined): Quote | undefined =>
  row && parseJsonColumns('quote', row.id, row)

export const findQuote = async (db: Db, id: string): Promise<Quote | undefined> =>
  parseQuote(await db.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirst())

/** The number as typed, or in upper or lower case if only one quote matches: a partner insurer may use either case. */
export async function findQuoteByNumber(db: Db, typed: string): Promise<Quote | undefined> {
  const found = await db
    .selectFrom('quote')
    .selectAll()
    .where('quote_number', 'in', [typed, typed.toUpperCase(), typed.toLowerCase()])
    .execute()
  return parseQuote(found.length > 1 ? found.find(quote => quote.quote_number === typed) : found[0])
}

/** The quote locked against other writers until the transaction ends. */
export const lockQuote = async (db: Transaction<Schema>, id: string): Promise<Quote | undefined> =>
  parseQuote(await db.selectFrom('quote').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

export type QuoteChanges = Omit<
  Updateable<Schema['quote']>,
  'id' | 'status' | 'version' | 'changed_at' | 'created_at'
>

/** A quote that is neither ordered nor expired. */
const openStates: readonly QuoteStatus[] = ['DRAFT', 'QUOTED', 'OFFLINE', 'DECLINED']

/** Stores the partner of the link that opened the quote. False if it has one, or is no longer open. */
export const assignPartner = (db: Transaction<Schema>, id: string, partnerId: string): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('quote')
      .set({ partner_id: partnerId })
      .where('id', '=', id)
      .where('partner_id', 'is', null)
      .where('anonymised_at', 'is', null)
      .where('status', 'in', openStates),
  )

/** Saves answers that do not affect the price. False if the quote is no longer open. */
export const updateAnswers = (db: Transaction<Schema>, id: string, changes: QuoteChanges, now: Date) =>
  executeCompareAndSet(
    db
      .updateTable('quote')
      .set({ ...changes, changed_at: now })
      .where('id', '=', id)
      .where('status', 'in', openStates),
  )

interface QuoteUpdate {
  readonly id: string
  readonly fromVersion: number
  /** The value that was read before the access was checked: access revoked since then writes nothing. */
  readonly ownershipChangedAt: Date | null
  readonly changes: QuoteChanges
  readonly now: Date
}

/**
 * Saves answers that a price depends on in a quote without a price. Its status stays; its version increases, so a
 * price for the former answers is not stored. False if another change came first.
 */
export const updateUnpricedQuote = (
  db: Db,
  { id, fromVersion, ownershipChangedAt, changes, now }: QuoteUpdate,
): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('quote')
      .set({ ...changes, version: fromVersion + 1, changed_at: now })
      .where('id', '=', id)
      .where('version', '=', fromVersion)
      .where('ownership_changed_at', 'is not distinct from', ownershipChangedAt)
      .where('status', 'in', ['DRAFT', 'OFFLINE', 'DECLINED']),
  )

interface QuoteMove extends Omit<QuoteUpdate, 'ownershipChangedAt'> {
  readonly to: QuoteStatus
  /** Omitted by a write that no caller asked for, such as storing the insurer's version. */
  readonly ownershipChangedAt?: Date | null
}

/** A compare-and-set on version, status and, if given, the ownership that the caller read; false if another change came first. */
export async function updateQuoteAtVersion(db: Db, move: QuoteMove): Promise<boolean> {
  const { ownershipChangedAt } = move
  return executeCompareAndSet(
    db
      .updateTable('quote')
      .set({ ...move.changes, status: move.to, version: move.fromVersion + 1, changed_at: move.now })
      .where('id', '=', move.id)
      .where('version', '=', move.fromVersion)
      .where('status', 'in', ratableStatuses(move.to))
      .$if(ownershipChangedAt !== undefined, quotes =>
        quotes.where('ownership_changed_at', 'is not distinct from', ownershipChangedAt ?? null),
      ),
  )
}

/** Saves a price, or the insurer's rejection of one; throws QuoteNumberTakenError. */
export const saveRatedQuote = (db: Transaction<Schema>, rating: Required<QuoteMove>): Promise<boolean> =>
  updateQuoteAtVersion(db, rating).catch((error: unknown) => {
    // Of the columns written here, only the quote number is unique.
    throw errorCode(error) === uniqueViolation ? new QuoteNumberTakenError() : error
  })

/**
 * Changes only the status; the version, to which a payment is bound, stays. A sold quote no longer needs the
 * person that a partner registered: the policy names its people.
 */
export const setQuoteStatus = (db: Db, id: string, to: QuoteStatus, now: Date): Promise<boolean> =>
  executeCompareAndSet(
    db
      .updateTable('quote')
      .set({ status: to, changed_at: now, ...(to === 'CONVERTED' && { applicant: null }) })
      .where('id', '=', id)
      .where('status', 'in', statesBefore<QuoteStatus>(quoteTransitions, to)),
  )
