/** Inserts payments and bind attempts in any state, for tests of what happens to them. */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'

type Columns<T extends 'payment' | 'bind_attempt'> = Partial<Insertable<Schema[T]>>

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A payment of 123.45 NZD that changed an hour ago. The function returns its id. */
export const addPaymentTo =
  ({ kysely }: Pick<Database, 'kysely'>) =>
  async (quoteId: string, state: Schema['payment']['state'], columns: Columns<'payment'> = {}) => {
    const id = randomUUID()
    const payment = {
      id,
      quote_id: quoteId,
      idempotency_key: randomUUID(),
      quote_version: 1,
      amount_cents: 12345,
      currency: 'NZD',
      state,
      created_at: minutesAgo(60),
      changed_at: minutesAgo(60),
      ...columns,
    }
    await kysely
      .insertInto('payment')
      .values(payment as Insertable<Schema['payment']>)
      .execute()
    return id
  }

/** A bind attempt of two hours ago. */
export const addBindAttemptTo =
  ({ kysely }: Pick<Database, 'kysely'>) =>
  async (quoteId: string, state: Schema['bind_attempt']['state'], columns: Columns<'bind_attempt'> = {}) => {
    const attempt = {
      ...{
        quote_id: quoteId,
        idempotency_key: randomUUID(),
        quote_version: 1,
        request_hash: Buffer.from('x'),
      },
      state,
      created_at: minutesAgo(120),
      changed_at: new Date(),
      ...columns,
    }
    await kysely
      .insertInto('bind_attempt')
      .values(attempt as Insertable<Schema['bind_attempt']>)
      .execute()
  }
