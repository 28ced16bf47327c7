/** Session tokens (JWTs of one algorithm): created at log-in and verified with every bearer call. */
import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { type AccessLevel, accessLevels, sessionLifetimeHours } from '#journey/access-level.ts'
import type { Keys } from '#server/lib/crypto.ts'

const issuer = 'openroad'
const absoluteSeconds = sessionLifetimeHours * 3600

export interface TokenClaims {
  readonly quoteId: string
  readonly brandKey: string
  /** The browser session the token is good for; null when it was got without one. */
  readonly sidHash: Buffer | null
  readonly level: AccessLevel
  /** When its holder logged in, to the millisecond; null for the moment it is made. Extending a session does not move it. */
  readonly since: Date | null
}

/** Life: 8 hours beside a browser session, whose row judges idleness; without one the idle time is all there is. */
export function createToken(
  keys: Pick<Keys, 'jwt'>,
  claims: TokenClaims,
  now: Date,
  idleSeconds: number,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  // A fraction, for it tells one log-in from another (db/repositories/revoke-access.ts).
  const since = (claims.since ?? now).getTime() / 1000
  const payload = claims.sidHash
    ? { sid_h: claims.sidHash.toString('base64url') }
    : { lvl: claims.level, auth_time: since }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(claims.brandKey)
    .setSubject(claims.quoteId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(
      claims.sidHash
        ? issuedAt + absoluteSeconds
        : Math.min(issuedAt + idleSeconds, Math.floor(since) + absoluteSeconds),
    )
    .sign(keys.jwt)
}

/** So many tokens are known at a time: far more than the customers a node serves in a minute. */
const mostKnown = 5_000

export interface TokenReader {
  /**
   * Of an Authorization header as it came; null for anything but a live token of ours for this brand. One that was read
   * before is there at once.
   */
  read(
    authorization: string | undefined,
    brandKey: string,
    now: Date,
  ): TokenClaims | null | Promise<TokenClaims | null>
}

/** A scheme is written in any case (RFC 9110, 11.1). */
const bearer = /^bearer +([\w.-]{20,2000})$/i

/**
 * A customer's calls all carry the same token, and to check its signature is a good part of what a call costs. One that
 * was found good is good, at its brand, until it runs out; only such are remembered, here on this node.
 */
export function createTokenReader(keys: Pick<Keys, 'jwt'>): TokenReader {
  /** By the header that our own pages send: it is looked up as it came, and however else it is written no second time kept. */
  const known = new Map<string, Verified>()
  const claimsOf = ({ claims, expiresAtMs }: Verified, brandKey: string, now: Date): TokenClaims | null =>
    claims.brandKey === brandKey && now.getTime() < expiresAtMs ? claims : null

  async function readAnew(authorization: string, brandKey: string, now: Date): Promise<TokenClaims | null> {
    const token = bearer.exec(authorization)?.[1]
    if (token === undefined) return null
    const written = `Bearer ${token}`
    const before = known.get(written)
    const found = before ?? (await verify(keys, token, brandKey, now))
    const claims = found && claimsOf(found, brandKey, now)
    if (!claims || before) return claims
    const oldest = known.size >= mostKnown ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.set(written, found)
    return claims
  }

  return {
    read(authorization, brandKey, now) {
      if (authorization === undefined) return null
      const before = known.get(authorization)
      return before ? claimsOf(before, brandKey, now) : readAnew(authorization, brandKey, now)
    },
  }
}

/** A small Buffer is cut from a piece of 64 KiB that lives as long as any of it: what is remembered is copied out. */
const ownBytes = (cut: Buffer): Buffer => Buffer.from(Uint8Array.from(cut).buffer)

interface Verified {
  readonly claims: TokenClaims
  readonly expiresAtMs: number
}

async function verify(
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
    const { sub, exp, sid_h: sidHash, lvl, auth_time: since } = payload
    if (typeof sub !== 'string' || exp === undefined) return null
    const claims = {
      quoteId: sub,
      brandKey,
      sidHash: typeof sidHash === 'string' ? ownBytes(Buffer.from(sidHash, 'base64url')) : null,
      level: accessLevels.find(level => level === lvl) ?? 'LINKED',
      since: typeof since === 'number' ? new Date(Math.round(since * 1000)) : null,
    }
    return { claims, expiresAtMs: exp * 1000 }
  } catch {
    // jose says why by throwing; to the visitor every bad token is the same.
    return null
  }
}
