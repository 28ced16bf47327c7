/** The audit log repository: events with their time, append-only. */
import { randomUUID } from 'node:crypto'
import type { AuditDetails } from '#db/json-columns.ts'
import type { Db } from '#db/schema.ts'

export async function recordAuditEvent(
  db: Db,
  entry: {
    quoteId: string | null
    what: string
    details?: AuditDetails
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
