/** Repository of issued policies: one per quote, with the record that all its documents are made from. */
import type { Insertable, Selectable, Transaction } from 'kysely'
import { parseJsonColumns } from '#db/json-columns.ts'
import type { Db, Schema } from '#db/schema.ts'

export type Policy = Selectable<Schema['policy']>

async function findBy(db: Db, column: 'quote_id' | 'policy_number', value: string) {
  const row = await db.selectFrom('policy').selectAll().where(column, '=', value).executeTakeFirst()
  return row && parseJsonColumns('policy', row.policy_number, row)
}

/** Throws StoredJsonError. */
export const findPolicy = (db: Db, quoteId: string) => findBy(db, 'quote_id', quoteId)

/** Throws StoredJsonError. */
export const findPolicyByNumber = (db: Db, number: string) => findBy(db, 'policy_number', number)

export const insertPolicy = (db: Transaction<Schema>, policy: Insertable<Schema['policy']>) =>
  db.insertInto('policy').values(policy).execute()
