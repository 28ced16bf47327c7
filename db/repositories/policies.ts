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

/** By its number as it was typed, or in capitals or small letters; throws StoredJsonError. */
export async function findPolicyByNumber(db: Db, typed: string): Promise<Policy | undefined> {
  for (const number of new Set([typed, typed.toUpperCase(), typed.toLowerCase()])) {
    const policy = await findBy(db, 'policy_number', number)
    if (policy) return policy
  }
  return undefined
}

export const insertPolicy = (db: Transaction<Schema>, policy: Insertable<Schema['policy']>) =>
  db.insertInto('policy').values(policy).execute()
