/**
 * Repository of login tokens for one quote: mailed links, return codes of a card page, and links to a
 * policy's documents. Only hashes are stored.
 */
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { nzToday } from '#journey/dates.ts'

type Db = Kysely<Schema>

export interface LoginToken {
  readonly quoteId: string
  readonly kind: 'link' | 'return' | 'documents'
  readonly sidHash: Buffer | null
  readonly showsPeople: boolean
}

/** One that is kept already is good anew, for whoever it is given to this time. */
export async function insertLoginToken(
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
 * A token that may log in to this quote now. A return code is spent by this, and by its own session alone; links may be
 * used again, as long as the quote is valid. `outlived`: its time is over and the quote's as well, so there is nothing
 * left to see but that.
 * @param sidHash of the session that asks; null for a client that has none
 */
export async function redeemLoginToken(
  db: Db,
  tokenHash: Buffer,
  quoteId: string,
  sidHash: Buffer | null,
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
        // Past its time a link to a priced quote still counts: the quote may be valid again, priced anew since, and if it is
        // over or forgotten, the link is what says so.
        where('quote_id', 'in', from =>
          from
            .selectFrom('quote')
            .select('id')
            .where('id', '=', quoteId)
            .where(over =>
              over.or([
                over('purged_at', 'is not', null),
                over.and([over('login_token.kind', '=', 'link'), over('valid_until', 'is not', null)]),
              ]),
            ),
        ),
      ]),
    )
    .where(where =>
      where.or([
        where('kind', '!=', 'return'),
        where.and([
          where('used_at', 'is', null),
          sidHash === null ? where('sid_hash', 'is', null) : where('sid_hash', '=', sidHash),
        ]),
      ]),
    )
    .returning(token => [
      'quote_id',
      'kind',
      'sid_hash',
      'shows_people',
      'expires_at',
      token
        .exists(from =>
          from
            .selectFrom('quote')
            .select('id')
            .where('id', '=', quoteId)
            .where('purged_at', 'is', null)
            .where('valid_until', '>=', nzToday(now)),
        )
        .as('is_valid'),
    ])
    .executeTakeFirst()
  return row
    ? {
        quoteId: row.quote_id,
        kind: row.kind,
        sidHash: row.sid_hash,
        showsPeople: row.shows_people,
        outlived: row.expires_at <= now && !(row.kind === 'link' && row.is_valid),
      }
    : null
}
