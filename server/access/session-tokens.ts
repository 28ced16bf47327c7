/** Session tokens (JWTs): created at log-in, and verified with every call that sends a bearer token. */
import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { accessLevels, sessionLifetimeHours } from '#journey/access-level.ts'
import type { Keys } from '#server/lib/crypto.ts'
import type { SessionTokenVerifier, TokenClaims } from '#server/lib/dependencies.ts'

const issuer = 'openroad'
const absoluteSeconds = sessionLifetimeHours * 3600

/** Lifetime: 8 hours with a browser session, whose row tracks idle time; otherwise the idle timeout. */
export function signSessionToken(
  keys: Pick<Keys, 'jwt'>,
  claims: TokenClaims,
  now: Date,
  idleSeconds: number,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  // Fractional seconds, because this time tells log-ins apart (db/repositories/sessions.ts).
  const since = (claims.since ?? now).getTime() / 1000
  const payload = claims.sessionId ? { sid: claims.sessionId } : { lvl: claims.level, auth_time: since }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(claims.brandKey)
    .setSubject(claims.quoteId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(
      claims.sessionId
        ? issuedAt + absoluteSeconds
        : Math.min(issuedAt + idleSeconds, Math.floor(since) + absoluteSeconds),
    )
    .sign(keys.jwt)
}

interface Verified {
  readonly claims: TokenClaims
  readonly expiresAtMs: number
}

/** The scheme is case-insensitive (RFC 9110, 11.1). */
const bearer = /^bearer +([\w.-]{20,2000})$/i

/** Caches verified tokens, because verifying a signature is a large part of a call's cost. */
export function createSessionTokenVerifier(keys: Pick<Keys, 'jwt'>): SessionTokenVerifier {
  const known = new LRUCache<string, Verified>({ max: 5_000 })
  return {
    async verify(authorization, brandKey, now) {
      const token = bearer.exec(authorization ?? '')?.[1]
      if (token === undefined) return null
      const found = known.get(token) ?? (await verifyToken(keys, token, brandKey, now))
      if (!found || found.claims.brandKey !== brandKey || now.getTime() >= found.expiresAtMs) return null
      known.set(token, found)
      return found.claims
    },
  }
}

async function verifyToken(
  keys: Pick<Keys, 'jwt'>,
  token: string,
  brandKey: string,
  now: Date,
): Promise<Verified | null> {
  try {
    const { payload } = await jwtVerify(token, keys.jwt, {
      algorithms: ['HS256'],
      typ: 'JWT',
      issuer,
      audience: brandKey,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'jti', 'iat'],
    })
    const { sub, exp, sid: sessionId, lvl, auth_time: since } = payload
    if (typeof sub !== 'string' || exp === undefined) return null
    const claims = {
      quoteId: sub,
      brandKey,
      sessionId: typeof sessionId === 'string' ? sessionId : null,
      level: accessLevels.find(level => level === lvl) ?? 'VIEW_SUMMARY',
      since: typeof since === 'number' ? new Date(Math.round(since * 1000)) : null,
    }
    return { claims, expiresAtMs: exp * 1000 }
  } catch {
    // jose throws the reason; the visitor gets the same response for every bad token.
    return null
  }
}
