/** The audit log repository: events with their time, append-only. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

type Db = Kysely<Schema>

/** Details are codes, numbers and ids, never a person's answers. */
export async function record(
  db: Db,
  entry: {
    quoteId: string | null
    what: string
    details?: Record<string, string | number | boolean | null>
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: randomUUID(),
      at: entry.now,
      quote_id: entry.quoteId,
      what: entry.what,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}
