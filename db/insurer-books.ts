/** The embedded insurer's own books, in a schema of their own: its quotes with the tariff they hold, and its policies. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { compiled } from './compiled.ts'
import type { Schema } from './schema.ts'

export type InsurerQuoteRow = Selectable<Schema['insurer.quote']>

/** A quote that was forgotten has kept its number alone. */
const isHere = sql<boolean>`answer ? 'validUntil'`

const isSold = sql<boolean>`exists (
  select 1 from insurer.policy sold where sold.quote_number = insurer.quote.quote_number)`

const markOf = compiled((db, values: { readonly quoteNumber: string }) =>
  db
    .selectFrom('insurer.quote')
    .select([
      'tariff',
      'modified_at',
      sql<string>`answer->>'validUntil'`.as('valid_until'),
      isSold.as('sold'),
    ])
    .where('quote_number', '=', values.quoteNumber)
    .where(isHere),
)

interface Change {
  readonly risk: string
  readonly answer: string
  readonly modified_at: string
  readonly modified_by: string
  readonly quoteNumber: string
  readonly readAt: string
}

const changed = compiled((db, { risk, answer, modified_at, modified_by, quoteNumber, readAt }: Change) =>
  db
    .updateTable('insurer.quote')
    .set({ risk, answer, modified_at, modified_by })
    .where('quote_number', '=', quoteNumber)
    .where('modified_at', '=', readAt)
    .where(sql<boolean>`not ${isSold}`),
)

export function insurerBooks(db: Kysely<Schema>) {
  return {
    findQuote: (
      quoteNumber: string,
    ): Promise<Pick<InsurerQuoteRow, 'tariff' | 'risk' | 'answer'> | undefined> =>
      db
        .selectFrom('insurer.quote')
        .select(['tariff', 'risk', 'answer'])
        .where('quote_number', '=', quoteNumber)
        .where(isHere)
        .executeTakeFirst(),

    async findMark(quoteNumber: string) {
      const { rows } = await db.executeQuery(markOf({ quoteNumber }))
      return rows[0]
    },

    async addQuote(
      row: Omit<InsurerQuoteRow, 'risk' | 'answer'> & { risk: unknown; answer: unknown },
    ): Promise<void> {
      await db
        .insertInto('insurer.quote')
        .values({ ...row, risk: JSON.stringify(row.risk), answer: JSON.stringify(row.answer) })
        .execute()
    },

    /** Writes the changed quote if its mark is still the one that was read and it is no policy; false when another change or the policy came first. */
    async changeQuote(
      quoteNumber: string,
      readAt: string,
      change: { risk: unknown; answer: unknown; modified_at: string; modified_by: string },
    ): Promise<boolean> {
      const { numAffectedRows } = await db.executeQuery(
        changed({
          ...change,
          risk: JSON.stringify(change.risk),
          answer: JSON.stringify(change.answer),
          quoteNumber,
          readAt,
        }),
      )
      return numAffectedRows === 1n
    },

    /** Issues at most one policy a key and a quote; gives back the one that stands. */
    async issue(policy: {
      policy_number: string
      idem_key: string
      quote_number: string
      request_hash: string
      issued_at: Date
    }): Promise<{ policy_number: string; idem_key: string; request_hash: string }> {
      await db
        .insertInto('insurer.policy')
        .values(policy)
        .onConflict(conflict => conflict.doNothing())
        .execute()
      return db
        .selectFrom('insurer.policy')
        .select(['policy_number', 'idem_key', 'request_hash'])
        .where(where =>
          where.or([
            where('idem_key', '=', policy.idem_key),
            where('quote_number', '=', policy.quote_number),
          ]),
        )
        .executeTakeFirstOrThrow()
    },

    findPolicyByKey: (idemKey: string) =>
      db
        .selectFrom('insurer.policy')
        .select('policy_number')
        .where('idem_key', '=', idemKey)
        .executeTakeFirst(),
  }
}
