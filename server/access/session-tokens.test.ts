/** Tests of the cache of verified tokens: it skips the signature check and keeps every expiry and brand limit. */
import { randomBytes, webcrypto } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSessionTokenVerifier, signSessionToken } from './session-tokens.ts'

const anyKeys = async () => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return {
    jwt: await webcrypto.subtle.importKey('raw', randomBytes(32), algorithm, false, ['sign', 'verify']),
  }
}
const keys = await anyKeys()
const at = (seconds: number) => new Date(Date.parse('2026-11-21T00:00:00Z') + seconds * 1000)
/** As our own pages send it. */
const carried = (token: string) => `Bearer ${token}`
const claims = {
  quoteId: 'q',
  brandKey: 'openroad',
  sessionId: null,
  level: 'VIEW_SUMMARY',
  since: null,
} as const
const made = (changes: { brandKey?: string } = {}) =>
  signSessionToken(keys, { ...claims, ...changes }, at(0), 600)

it('[EDGE-16] [SHELL-07] a cached token expires to the second, and is not valid at another brand', async () => {
  const tokens = createSessionTokenVerifier(keys)
  const token = await made()
  const first = await tokens.verify(carried(token), 'openroad', at(1))
  expect(first).toMatchObject({ quoteId: 'q', level: 'VIEW_SUMMARY' })
  expect(await tokens.verify(carried(token), 'openroad', at(599))).toBe(first)
  expect(await tokens.verify(carried(token), 'fern', at(2))).toBeNull()
  expect(await tokens.verify(carried(token), 'openroad', at(600))).toBeNull()
  expect(await createSessionTokenVerifier(keys).verify(carried(token), 'openroad', at(600))).toBeNull()
})

it('[EDGE-16] an invalid token is never cached', async () => {
  const tokens = createSessionTokenVerifier(keys)
  const token = await made()
  const forged = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const bad of [forged, 'x', '', await made({ brandKey: 'fern' })])
    for (let time = 0; time < 2; time += 1)
      expect(await tokens.verify(carried(bad), 'openroad', at(1))).toBeNull()
  expect(
    await createSessionTokenVerifier(await anyKeys()).verify(carried(token), 'openroad', at(1)),
  ).toBeNull()
})

it('[EDGE-16] accepts every case of the scheme, and no other header format', async () => {
  const tokens = createSessionTokenVerifier(keys)
  const token = await made()
  const read = (header?: string) => tokens.verify(header, 'openroad', at(1))
  for (const scheme of ['bearer', 'BEARER  ', 'Bearer'])
    expect(await read(`${scheme} ${token}`)).toMatchObject({ quoteId: 'q' })
  for (const other of [token, `Basic ${token}`, `Bearer ${token} `, ` Bearer ${token}`, `Bearer\t${token}`])
    expect(await read(other)).toBeNull()
  expect(await read(undefined)).toBeNull()
})

it('[EDGE-16] [SHELL-07] keeps the log-in time to the millisecond across extensions', async () => {
  const tokens = createSessionTokenVerifier(keys)
  for (let ms = 0; ms < 1_000; ms += 37) {
    const loggedIn = new Date(at(0).getTime() + ms)
    const issued = await signSessionToken(keys, claims, loggedIn, 600)
    const first = await tokens.verify(carried(issued), 'openroad', at(1))
    const extended = await signSessionToken(keys, { ...claims, since: first?.since ?? null }, at(300), 600)
    expect((await tokens.verify(carried(extended), 'openroad', at(301)))?.since).toEqual(loggedIn)
  }
})
