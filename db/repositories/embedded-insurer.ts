/** Quotes and policies of the embedded insurer; a write fails if the quote's modified_at has changed (optimistic lock). */
import { type Selectable, sql } from 'kysely'
import { errorCode, uniqueViolation } from '#db/postgres-errors.ts'
import { preparedStatement } from '#db/prepared-statements.ts'
import type { Db, Schema } from '#db/schema.ts'
import { executeCompareAndSet } from '#db/write-statements.ts'

type InsurerQuoteRow = Selectable<Schema['insurer.quote']>

/** SQL condition: the quote is not anonymised. An anonymised quote has only its number. */
const isNotAnonymised = sql<boolean>`answer ? 'validUntil'`

const quoteStateStatement = preparedStatement(
  'insurer-quote-state',
  (db, values: { readonly quoteNumber: string }) =>
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

type Change = Readonly<
  Record<'risk' | 'answer' | 'modified_at' | 'modified_by' | 'quoteNumber' | 'expectedModifiedAt', string>
>

const changeStatement = preparedStatement(
  'insurer-change',
  (db, { risk, answer, modified_at, modified_by, quoteNumber, expectedModifiedAt }: Change) =>
    db
      .updateTable('insurer.quote')
      .set({ risk, answer, modified_at, modified_by })
      .where('quote_number', '=', quoteNumber)
      .where('modified_at', '=', expectedModifiedAt)
      .where('closed', '=', false),
)

type NewPolicy = Selectable<Schema['insurer.policy']>
type ExistingPolicy = Omit<NewPolicy, 'issued_at'>

/** Locks the quote's row, so it waits for a concurrent change; a change that waits for us fails by modified_at. */
const issueStatement = (policy: NewPolicy, expectedModifiedAt: string) => sql<ExistingPolicy>`
  with sold as (
    update insurer.quote set modified_at = modified_at || ' sold', closed = true
    where quote_number = ${policy.quote_number} and modified_at = ${expectedModifiedAt} and not closed
    returning quote_number
  )
  insert into insurer.policy (policy_number, idempotency_key, quote_number, request_hash, issued_at)
  select ${policy.policy_number}, ${policy.idempotency_key}, quote_number, ${policy.request_hash},
    ${policy.issued_at}::timestamptz
  from sold
  returning policy_number, idempotency_key, quote_number, request_hash`

const existingPolicy = (db: Db, values: NewPolicy): Promise<ExistingPolicy | undefined> =>
  db
    .selectFrom('insurer.policy')
    .select(['policy_number', 'idempotency_key', 'quote_number', 'request_hash'])
    .where(where =>
      where.or([
        where('idempotency_key', '=', values.idempotency_key),
        where('quote_number', '=', values.quote_number),
      ]),
    )
    .executeTakeFirst()

export function embeddedInsurerRepository(db: Db) {
  return {
    findQuote: (quoteNumber: string) =>
      db
        .selectFrom('insurer.quote')
        .select(['tariff', 'risk', 'answer'])
        .where('quote_number', '=', quoteNumber)
        .where(isNotAnonymised)
        .executeTakeFirst(),

    async findQuoteState(quoteNumber: string) {
      const { rows } = await db.executeQuery(quoteStateStatement({ quoteNumber }))
      return rows[0]
    },

    /** False if the number is in use. */
    addQuote: (
      row: Omit<InsurerQuoteRow, 'risk' | 'answer' | 'closed'> & { risk: unknown; answer: unknown },
    ) =>
      executeCompareAndSet(
        db
          .insertInto('insurer.quote')
          .values({ ...row, risk: JSON.stringify(row.risk), answer: JSON.stringify(row.answer) })
          .onConflict(conflict => conflict.column('quote_number').doNothing()),
      ),

    /** Writes the quote if its modified_at is the expected one and it is not sold; false if another change or a sale came first. */
    async changeQuote(
      quoteNumber: string,
      expectedModifiedAt: string,
      change: { risk: unknown; answer: unknown; modified_at: string; modified_by: string },
    ): Promise<boolean> {
      const { numAffectedRows } = await db.executeQuery(
        changeStatement({
          ...change,
          risk: JSON.stringify(change.risk),
          answer: JSON.stringify(change.answer),
          quoteNumber,
          expectedModifiedAt,
        }),
      )
      return numAffectedRows === 1n
    },

    /** Issues one policy per key and quote at most, if the quote's modified_at is the expected one; returns the policy that exists. */
    async issue(
      policy: NewPolicy,
      expectedModifiedAt: string,
    ): Promise<ExistingPolicy | 'quote-changed' | 'number-taken'> {
      const made = await issueStatement(policy, expectedModifiedAt)
        .execute(db)
        .catch((error: unknown) => {
          // Another policy has the key or the number. The whole statement is undone, so the quote is unchanged.
          if (errorCode(error) === uniqueViolation) return null
          throw error
        })
      const existing = made?.rows[0] ?? (await existingPolicy(db, policy))
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
