/** The audit log repository: events with their time, append-only. */
import { randomUUID } from 'node:crypto'
import type { AuditDetails } from '#db/json-columns.ts'
import type { Db } from '#db/schema.ts'

interface AuditEvent {
  readonly quoteId: string | null
  readonly what: string
  readonly details?: AuditDetails
  readonly now: Date
}

export async function recordAuditEvent(
  db: Db,
  { quoteId, what, details = {}, now }: AuditEvent,
): Promise<void> {
  const row = { id: randomUUID(), at: now, quote_id: quoteId, what, details: JSON.stringify(details) }
  await db.insertInto('audit').values(row).execute()
}
