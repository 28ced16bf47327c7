/** Repository of issued policies: one per quote, with the record that all its documents are made from. */
import type { Selectable, Transaction } from 'kysely'
import { parseJsonColumns } from '#db/json-columns.ts'
import type { Db, Schema } from '#db/schema.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { SaleOrigin } from './quotes.ts'

export type Policy = Selectable<Schema['policy']>

async function findBy(db: Db, column: 'quote_id' | 'policy_number', value: string) {
  const row = await db.selectFrom('policy').selectAll().where(column, '=', value).executeTakeFirst()
  return row && parseJsonColumns('policy', row.policy_number, row)
}

/** Throws StoredJsonError. */
export const findPolicy = (db: Db, quoteId: string) => findBy(db, 'quote_id', quoteId)

/** Throws StoredJsonError. */
export const findPolicyByNumber = (db: Db, number: string) => findBy(db, 'policy_number', number)

export async function insertPolicy(
  db: Transaction<Schema>,
  policy: SaleOrigin & {
    quoteId: string
    brand: string
    record: PolicyRecord
    termsAt: Date | null
    declaredAt: Date
    issuedAt: Date
  },
): Promise<void> {
  await db
    .insertInto('policy')
    .values({
      policy_number: policy.record.policyNumber,
      quote_id: policy.quoteId,
      brand: policy.brand,
      record: JSON.stringify(policy.record),
      terms_at: policy.termsAt,
      declared_at: policy.declaredAt,
      issued_at: policy.issuedAt,
      source: policy.source,
      partner_id: policy.partner_id,
    })
    .execute()
}
