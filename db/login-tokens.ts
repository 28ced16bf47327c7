/** What logs in to one quote: mailed links, return codes of a card page, the link to a policy's papers; kept as hashes. */
import type { Kysely } from 'kysely'
import { nzToday } from '#journey/dates.ts'
import type { Schema } from './schema.ts'

type Db = Kysely<Schema>

export interface LoginToken {
  readonly quoteId: string
  readonly kind: 'link' | 'return' | 'documents'
  readonly sidHash: Buffer | null
  readonly showsPeople: boolean
}

/** One that is kept already is good anew, for whoever it is given to this time. */
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
    .onConflict(kept =>
      kept
        .column('token_hash')
        .doUpdateSet({ sid_hash: token.sidHash, expires_at: token.expiresAt, used_at: null }),
    )
    .execute()
}

/**
 * A token that may log in to this quote now. A return code is spent by this; links may be used again. `outlived`: its time
 * is over and the quote's as well, so there is nothing left to see but that.
 */
export async function redeemLoginToken(
  db: Db,
  tokenHash: Buffer,
  quoteId: string,
  now: Date,
): Promise<(LoginToken & { readonly outlived: boolean }) | null> {
  const row = await db
    .updateTable('login_token')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('quote_id', '=', quoteId)
    .where(where =>
      where.or([
        where('expires_at', '>', now),
        // The link of a quote whose days are over may say so, before the quote is forgotten and after.
        where('quote_id', 'in', from =>
          from
            .selectFrom('quote')
            .select('id')
            .where('id', '=', quoteId)
            .where(over =>
              over.or([
                over('purged_at', 'is not', null),
                over.and([over('login_token.kind', '=', 'link'), over('valid_until', '<', nzToday(now))]),
              ]),
            ),
        ),
      ]),
    )
    .where(where => where.or([where('kind', '!=', 'return'), where('used_at', 'is', null)]))
    .returning(['quote_id', 'kind', 'sid_hash', 'shows_people', 'expires_at'])
    .executeTakeFirst()
  return row
    ? {
        quoteId: row.quote_id,
        kind: row.kind,
        sidHash: row.sid_hash,
        showsPeople: row.shows_people,
        outlived: row.expires_at <= now,
      }
    : null
}
