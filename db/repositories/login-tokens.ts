/** Login tokens for a quote, as hashes: links in e-mails, return codes of the card page, links to policy documents. */
import { sql, type Transaction } from 'kysely'
import type { Db, Schema } from '#db/schema.ts'
import { nzToday } from '#journey/dates.ts'
import type { SessionCookie } from './sessions.ts'

export interface LoginToken {
  readonly tokenHash: Buffer
  readonly quoteId: string
  readonly kind: 'link' | 'return' | 'documents'
  /** The session that the token was given to; null for a client without one, and for a mail. */
  readonly sessionId: string | null
  /** True for links in e-mails: its sender was allowed to see the people on the quote, so its reader is too. */
  readonly showsPeople: boolean
  readonly expiresAt: Date
}

/** Stores a token; a token that is stored already becomes valid again. */
export async function upsertLoginToken(db: Db, token: LoginToken): Promise<void> {
  const validity = {
    session_id: token.sessionId,
    shows_people: token.showsPeople,
    expires_at: token.expiresAt,
    used_at: null,
    revoked_at: null,
  }
  await db
    .insertInto('login_token')
    .values({ token_hash: token.tokenHash, quote_id: token.quoteId, kind: token.kind, ...validity })
    .onConflict(known => known.column('token_hash').doUpdateSet(validity))
    .execute()
}

export interface RedeemedToken extends Pick<LoginToken, 'kind' | 'showsPeople'> {
  /** True if both have expired. Then the page says only that the quote has expired. */
  readonly outlived: boolean
  /** True if the token belongs to the client that uses it, and was not revoked. */
  readonly isOwn: boolean
}

/**
 * The token, if it may log in to this quote now. A return code works once, and only in its own session; a
 * link works as long as the quote is valid.
 * @param cookie of the calling session; null for a client without one
 */
export async function redeemLoginToken(
  db: Transaction<Schema>,
  tokenHash: Buffer,
  quoteId: string,
  cookie: SessionCookie | null,
  now: Date,
): Promise<RedeemedToken | null> {
  // A log-in may have replaced the cookie since the call began: then the session is not the caller's.
  const isOwn = cookie
    ? sql`exists (select from public.session where id = token.session_id
        and id = ${cookie.sessionId} and sid_hash = ${cookie.sidHash})`
    : sql`token.session_id is null`
  const { rows } = await sql<RedeemedToken>`
    update public.login_token as token set used_at = ${now}
    where token_hash = ${tokenHash} and quote_id = ${quoteId}
      -- An expired link to a priced quote still works: the quote may have been priced again since. If the quote is
      -- over or anonymised, the link tells the customer so.
      and (expires_at > ${now} or exists (
        select from public.quote where id = ${quoteId}
          and (anonymised_at is not null or token.kind = 'link' and valid_until is not null)))
      and (kind <> 'return' or used_at is null and revoked_at is null and ${isOwn})
    returning kind, revoked_at is null and shows_people as "showsPeople", revoked_at is null and ${isOwn} as "isOwn",
      expires_at <= ${now} and not (kind = 'link' and exists (
        select from public.quote where id = ${quoteId}
          and anonymised_at is null and valid_until >= ${nzToday(now)}::date)) as outlived`.execute(db)
  return rows[0] ?? null
}
