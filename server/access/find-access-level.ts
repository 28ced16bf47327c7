/** Finds the access level of a client for a quote, from its browser session or from its stand-alone token. */
import type { RedeemedToken } from '#db/repositories/login-tokens.ts'
import type { Policy } from '#db/repositories/policies.ts'
import type { PeopleChange, SessionCookie } from '#db/repositories/sessions.ts'
import type { Repositories } from '#db/repositories.ts'
import { type AccessLevel, can, levelAtLeast } from '#journey/access-level.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { RequestContext, StandAloneToken } from '#server/lib/handler-types.ts'

/** The caller's session with the cookie it came with; null for a client without a session. */
export const sessionCookieOf = ({
  sessionId,
  sidHash,
}: Pick<RequestContext, 'sessionId' | 'sidHash'>): SessionCookie | null =>
  sessionId !== null && sidHash !== null ? { sessionId, sidHash } : null

/** Returns null without any access. */
export async function findAccessLevel(
  caller: RequestContext,
  quoteId: string,
  repositories: Repositories,
): Promise<AccessLevel | null> {
  const cookie = sessionCookieOf(caller)
  const bySession = cookie && (await repositories.findAccessLevelByCookie(cookie, quoteId))
  if (caller.quoteId !== quoteId || caller.token === null) return bySession
  const byToken = accessLevelByToken(caller.token, await repositories.findPeopleChange(quoteId))
  return higherLevel(bySession, byToken)
}

export const higherLevel = (one: AccessLevel | null, other: AccessLevel): AccessLevel =>
  one !== null && levelAtLeast(one, other) ? one : other

/** The level drops to a summary if another client saved other people's answers after the token's log-in. */
export function accessLevelByToken(
  { level, issuedAt }: StandAloneToken,
  change: PeopleChange | undefined,
): AccessLevel {
  if (!change?.ownership_changed_at) return level
  if (issuedAt !== null && issuedAt.getTime() === change.ownership_changed_by_log_in?.getTime())
    return higherLevel(level, 'EDIT_QUOTE')
  return issuedAt !== null && issuedAt > change.ownership_changed_at ? level : 'VIEW_SUMMARY'
}

/**
 * The levels that a link gives: one to the session that uses it, one to a client without a session, whose token then
 * works alone.
 */
export function accessLevelsByLoginToken({ kind, outlived, showsPeople, isOwn }: RedeemedToken): {
  readonly session: AccessLevel
  readonly token: AccessLevel
} {
  if (outlived) return { session: 'VIEW_SUMMARY', token: 'VIEW_SUMMARY' }
  if (kind === 'documents') return { session: 'VIEW_POLICY', token: 'VIEW_POLICY' }
  if (showsPeople) return { session: 'EDIT_QUOTE', token: 'EDIT_QUOTE' }
  // A client without a session that registered the quote owns what it buys.
  if (isOwn) return { session: 'EDIT_QUOTE', token: 'VIEW_POLICY' }
  return { session: 'VIEW_SUMMARY', token: 'VIEW_SUMMARY' }
}

/** The policy of a quote, for its owner at the brand that sold it; otherwise null. */
export async function findOwnedPolicy(
  caller: RequestContext,
  quoteId: string,
  services: Dependencies,
): Promise<Policy | null> {
  const level = await findAccessLevel(caller, quoteId, services.repositories)
  const policy = can({ level }, 'viewPolicy') ? await services.repositories.findPolicy(quoteId) : undefined
  return policy?.brand === caller.brand.key ? policy : null
}
