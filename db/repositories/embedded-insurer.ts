/**
 * Tables of the embedded insurer, in their own schema `insurer`: quotes with the tariff used, and policies.
 */
import { type Kysely, type Selectable, sql } from 'kysely'
import { errorCode, uniqueViolation } from '#db/postgres-errors.ts'
import type { Schema } from '#db/schema.ts'
import { preparedStatement } from '#db/statements.ts'

export type InsurerQuoteRow = Selectable<Schema['insurer.quote']>

/** SQL condition: the quote is not anonymised. An anonymised quote has only its number. */
const isNotAnonymised = sql<boolean>`answer ? 'validUntil'`

const markOf = preparedStatement('insurer-mark', (db, values: { readonly quoteNumber: string }) =>
  db
    .selectFrom('insurer.quote')
    .select([
      'tariff',
      'modified_at',
      sql<string>`answer->>'validUntil'`.as('valid_until'),
      // An anonymised quote is closed as well, but has no answer.
      'closed as sold',
    ])
    .where('quote_number', '=', values.quoteNumber)
    .where(isNotAnonymised),
)

interface Change {
  readonly risk: string
  readonly answer: string
  readonly modified_at: string
  readonly modified_by: string
  readonly quoteNumber: string
  readonly readAt: string
}

const changed = preparedStatement(
  'insurer-change',
  (db, { risk, answer, modified_at, modified_by, quoteNumber, readAt }: Change) =>
    db
      .updateTable('insurer.quote')
      .set({ risk, answer, modified_at, modified_by })
      .where('quote_number', '=', quoteNumber)
      .where('modified_at', '=', readAt)
      .where('closed', '=', false),
)

type NewPolicy = Selectable<Schema['insurer.policy']>

const policyColumns = ['policy_number', 'idempotency_key', 'quote_number', 'request_hash'] as const

/**
 * Inserts the policy and updates the quote's row. It locks the quote's row, so it waits for a concurrent
 * change. A change that waits for us fails, because modified_at differs.
 */
const issueStatement = (db: Kysely<Schema>, values: NewPolicy & { readonly readAt: string }) =>
  db
    .with('sold', write =>
      write
        .updateTable('insurer.quote')
        .set({ modified_at: sql<string>`modified_at || ' sold'`, closed: true })
        .where('quote_number', '=', values.quote_number)
        .where('modified_at', '=', values.readAt)
        .where('closed', '=', false)
        .returning('quote_number'),
    )
    .insertInto('insurer.policy')
    .columns([...policyColumns, 'issued_at'])
    .expression(from =>
      from
        .selectFrom('sold')
        .select(column => [
          column.cast<string>(column.val(values.policy_number), 'text').as('policy_number'),
          column.cast<string>(column.val(values.idempotency_key), 'text').as('idempotency_key'),
          'sold.quote_number',
          column.cast<string>(column.val(values.request_hash), 'text').as('request_hash'),
          column.cast<Date>(column.val(values.issued_at), 'timestamptz').as('issued_at'),
        ]),
    )
    .returning(policyColumns)

const existingPolicy = (db: Kysely<Schema>, values: NewPolicy) =>
  db
    .selectFrom('insurer.policy')
    .select(policyColumns)
    .where(where =>
      where.or([
        where('idempotency_key', '=', values.idempotency_key),
        where('quote_number', '=', values.quote_number),
      ]),
    )

export function embeddedInsurerRepository(db: Kysely<Schema>) {
  return {
    findQuote: (
      quoteNumber: string,
    ): Promise<Pick<InsurerQuoteRow, 'tariff' | 'risk' | 'answer'> | undefined> =>
      db
        .selectFrom('insurer.quote')
        .select(['tariff', 'risk', 'answer'])
        .where('quote_number', '=', quoteNumber)
        .where(isNotAnonymised)
        .executeTakeFirst(),

    async findMark(quoteNumber: string) {
      const { rows } = await db.executeQuery(markOf({ quoteNumber }))
      return rows[0]
    },

    /** False if the number is in use. */
    async addQuote(
      row: Omit<InsurerQuoteRow, 'risk' | 'answer' | 'closed'> & { risk: unknown; answer: unknown },
    ): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('insurer.quote')
        .values({ ...row, risk: JSON.stringify(row.risk), answer: JSON.stringify(row.answer) })
        .onConflict(conflict => conflict.column('quote_number').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    /** Writes the quote if its mark is still `readAt` and it is not sold; false if another change or a sale came first. */
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

    /** Issues one policy per key and quote at most, if the quote's mark is still `readAt`; returns the policy that exists. */
    async issue(
      policy: NewPolicy,
      readAt: string,
    ): Promise<Omit<NewPolicy, 'issued_at'> | 'quote-changed' | 'number-taken'> {
      const made = await issueStatement(db, { ...policy, readAt })
        .execute()
        .catch((error: unknown) => {
          // Another policy has the key or the number. The whole statement is undone, so the quote is unchanged.
          if (errorCode(error) === uniqueViolation) return null
          throw error
        })
      const existing = made?.[0] ?? (await existingPolicy(db, policy).executeTakeFirst())
      return existing ?? (made ? 'quote-changed' : 'number-taken')
    },

    findPolicyByKey: (idempotencyKey: string) =>
      db
        .selectFrom('insurer.policy')
        .select('policy_number')
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst(),
  }
}
