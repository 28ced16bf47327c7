/**
 * Operators' command that re-encrypts personal data with the first key of PII_KEYS. When it reports no
 * remaining rows, the older key may be removed.
 */
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { EncryptedJobKind } from '#server/jobs/queue.ts'
import { decrypt, encrypt, type Keys } from '#server/lib/crypto.ts'
import { decryptQuoteMailJob, quoteMailAad } from '#server/mail/quote-mail-job.ts'
import { bindRequestAad } from '#server/purchase/bind-request.ts'
import type { OpsCommand } from './command.ts'

const atOnce = 200

interface Locked {
  readonly id: string
  readonly sealed: string
}

/** Something that is kept locked: what of it another key than this one locked, and how a row of it is written anew. */
interface Keeping {
  readonly place: (id: string) => string
  readonly old: (active: string, leftOut?: readonly string[]) => ReturnType<typeof sql<Locked>>
  readonly write: (id: string, sealed: string) => ReturnType<typeof sql>
}

interface LockedJob {
  readonly place: string
  /** The quote it belongs to, with which it is dropped (drop-mails.ts). */
  readonly quoteOf: (ref: string, keys: Keys) => string
}

/** Jobs whose reference is no id, but says all that they need: it knows people, so it is locked. */
export const encryptedJobs: Readonly<Record<EncryptedJobKind, LockedJob>> = {
  'quote-mail': {
    place: quoteMailAad,
    quoteOf: (ref, keys) => decryptQuoteMailJob(ref, keys).quoteId,
  },
}

/** Those still to be done, and those that may be done once more. */
const keptJob = ([kind, { place }]: readonly [string, LockedJob]): Keeping => ({
  place: () => place,
  old: (active, leftOut = []) => sql`
    select id, data->>'ref' as sealed from jobs.job
    where name = ${kind} and state in ('created', 'retry', 'active', 'failed')
      and split_part(data->>'ref', '.', 2) <> ${active} and id <> all(${leftOut}::uuid[])`,
  write: (id, sealed) => sql`
    update jobs.job set data = jsonb_set(data, '{ref}', to_jsonb(${sealed}::text))
    where name = ${kind} and id = ${id}`,
})

const keepings: readonly Keeping[] = [
  {
    place: bindRequestAad,
    old: (active, leftOut = []) => sql`
      select quote_id as id, request_enc as sealed from issuance
      where request_enc is not null and split_part(request_enc, '.', 2) <> ${active}
        and quote_id <> all(${leftOut}::uuid[])`,
    write: (id, sealed) => sql`update issuance set request_enc = ${sealed} where quote_id = ${id}`,
  },
  ...Object.entries(encryptedJobs).map(keptJob),
]

/** Null where its key is gone: it stands in the way of no other. */
function opened(keys: Keys, place: string, sealed: string): string | null {
  try {
    return decrypt(keys, place, sealed)
  } catch {
    return null
  }
}

async function countLeft(db: Kysely<Schema>, active: string): Promise<number> {
  let left = 0
  for (const { old } of keepings) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (${old(active)}) other`.execute(db)
    left += rows[0]?.count ?? 0
  }
  return left
}

export const rotateKeys: OpsCommand = {
  usage: 'rotate-keys',
  says: 'bank details and mails to be sent are locked again with the first of PII_KEYS',
  options: [],
  async run({ database, keys }) {
    const all = keys()
    const [active = ''] = all.pii.keys()
    let locked = 0
    const unreadable: string[] = []
    for (const { place, old, write } of keepings) {
      for (;;) {
        const rows = await database.kysely.transaction().execute(async tx => {
          const found =
            await sql<Locked>`${old(active, unreadable)} limit ${atOnce} for update skip locked`.execute(tx)
          for (const { id, sealed } of found.rows) {
            const text = opened(all, place(id), sealed)
            if (text === null) unreadable.push(id)
            else {
              await write(id, encrypt(all, place(id), text)).execute(tx)
              locked += 1
            }
          }
          return found.rows.length
        })
        if (rows < atOnce) break
      }
    }
    const left = await countLeft(database.kysely, active)
    const lines = [`${locked} locked again with key ${active}; ${left} are left under another.`]
    if (unreadable.length > 0)
      lines.push(`Cannot be opened, because PII_KEYS lacks their key: ${unreadable.join(', ')}.`)
    return { lines, isWell: left === 0 }
  },
}
