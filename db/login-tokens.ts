/** What logs in to one quote: mailed links, return codes of a card page, the link to a policy's papers; kept as hashes. */
import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>

export interface LoginToken {
  readonly quoteId: string
  readonly kind: 'link' | 'return' | 'documents'
  readonly sidHash: Buffer | null
  readonly showsPeople: boolean
}

export async function keepLoginToken(
  db: Db,
  token: LoginToken & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('login_token')
    .values({
      token_hash: token.tokenHash,
      quote_id: token.quoteId,
      kind: token.kind,
      sid_hash: token.sidHash,
      shows_people: token.showsPeople,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}

/** A token that may log in to this quote now. A return code is spent by this; links may be used again. */
export async function redeemLoginToken(
  db: Db,
  tokenHash: Buffer,
  quoteId: string,
  now: Date,
): Promise<LoginToken | null> {
  const row = await db
    .updateTable('login_token')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('quote_id', '=', quoteId)
    .where(where =>
      where.or([
        where('expires_at', '>', now),
        // Of a quote that was forgotten there is nothing left to see but that it is over, and the link may say that.
        where('quote_id', 'in', from =>
          from.selectFrom('quote').select('id').where('id', '=', quoteId).where('purged_at', 'is not', null),
        ),
      ]),
    )
    .where(where => where.or([where('kind', '!=', 'return'), where('used_at', 'is', null)]))
    .returning(['quote_id', 'kind', 'sid_hash', 'shows_people'])
    .executeTakeFirst()
  return row
    ? { quoteId: row.quote_id, kind: row.kind, sidHash: row.sid_hash, showsPeople: row.shows_people }
    : null
}
