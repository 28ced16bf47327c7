/** Repository of issued policies: one per quote, with the record that all its documents are made from. */
import type { Selectable, Transaction } from 'kysely'
import { parseJsonColumns } from '#db/json-columns.ts'
import type { Db, Schema } from '#db/schema.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { SaleOrigin } from './quotes.ts'

export type Policy = Selectable<Schema['policy']>

/** Throws StoredJsonError. */
export async function findPolicy(db: Db, quoteId: string): Promise<Policy | undefined> {
  const row = await db.selectFrom('policy').selectAll().where('quote_id', '=', quoteId).executeTakeFirst()
  return row && parseJsonColumns('policy', row.policy_number, row)
}

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
