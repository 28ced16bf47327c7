/** Random tokens and their hashes, signatures, encryption of stored personal data, and the keys for them. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  type webcrypto,
} from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '#db/postgres-errors.ts'
import type { Config } from '#server/config.ts'
import { ConfigError } from './settings.ts'

export interface Keys {
  /** Imported once: importing it per token takes longer than the verification. */
  readonly jwt: webcrypto.CryptoKey
  readonly hmac: Uint8Array
  /** Key id → key; the first key encrypts, all keys decrypt. */
  readonly pii: ReadonlyMap<string, Uint8Array>
}

export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Deterministic keyed hash, for secrets in payment URLs, markers and comparisons of stored values. */
export const hmac = (keys: Keys, text: string): string =>
  createHmac('sha256', keys.hmac).update(text).digest('base64url')

/**
 * Fingerprint of a value with few possibilities, such as an account number: a plain hash would reveal it by
 * enumeration. Its key derives from the one that encrypts the value, never from the token key. Null if `kid` is not
 * one of our keys.
 */
export function keyedFingerprint(keys: Keys, text: string, kid = activeKeyOf(keys)): string | null {
  const key = keys.pii.get(kid)
  if (!key) return null
  // Never change this text: stored fingerprints depend on it.
  const fingerprintKey = createHmac('sha256', key).update('openroad marks').digest()
  return `${kid}.${createHmac('sha256', fingerprintKey).update(text).digest('base64url')}`
}

const activeKeyOf = ({ pii }: Keys): string => pii.keys().next().value ?? ''

/** AES-256-GCM with the storage location (`table|column|row`) as additional data: v1.kid.iv.ciphertext+tag */
export function encrypt(keys: Keys, aad: string, text: string): string {
  const [kid, key] = [...keys.pii][0] ?? []
  if (kid === undefined || key === undefined) throw new Error('no key for personal data')
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${kid}.${iv.toString('base64url')}.${sealed.toString('base64url')}`
}

/** Throws if the text was changed, moved to another location, or encrypted with a key that is missing. */
export function decrypt(keys: Keys, aad: string, encrypted: string): string {
  const [version, kid = '', iv = '', sealedText = ''] = encrypted.split('.')
  const key = keys.pii.get(kid)
  if (version !== 'v1' || !key) throw new Error('encrypted with an unknown key')
  const sealed = Buffer.from(sealedText, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(aad))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8')
}

const fileNames = { jwt: 'jwt.key', pii: 'pii.key' } as const

/** False if `loadKeys` would create new keys. */
export const keysExist = ({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): boolean =>
  keys !== null || Object.values(fileNames).every(name => existsSync(join(dataDir, 'keys', name)))

/** Throws ConfigError if a key is too short or its file is readable by others. */
export function loadKeys(config: Pick<Config, 'keys' | 'dataDir'>): Keys {
  if (config.keys) return parsedKeys(config.keys.jwt, config.keys.pii)
  const folder = join(config.dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return parsedKeys(keyFile(join(folder, fileNames.jwt)), `1:${keyFile(join(folder, fileNames.pii))}`)
}

function parsedKeys(jwtText: string, piiText: string): Keys {
  const jwt = Buffer.from(jwtText, 'base64')
  const pii = new Map<string, Uint8Array>()
  for (const item of piiText.split(',')) {
    const [kid = '', text = ''] = item.split(':')
    const key = Buffer.from(text, 'base64')
    if (!/^\w{1,8}$/.test(kid) || key.length !== 32)
      throw new ConfigError('PII_KEYS is a list of id:key, each key 256 bits as base64.')
    if (pii.has(kid)) throw new ConfigError(`PII_KEYS holds two keys of the id ${kid}: one would be lost.`)
    pii.set(kid, key)
  }
  if (jwt.length < 32) throw new ConfigError('The key of session tokens is shorter than 256 bits.')
  const hmac = createHmac('sha256', jwt).update('openroad signatures').digest()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return { jwt: createSecretKey(jwt).toCryptoKey(algorithm, false, ['sign', 'verify']), hmac, pii }
}

/** Two nodes that start together agree, because only one link() succeeds. */
function keyFile(path: string): string {
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, randomBytes(32).toString('base64'), { mode: 0o600 })
  try {
    linkSync(fresh, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(fresh)
  }
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(`${path} can be read by others; make it 0600.`)
  return readFileSync(path, 'utf8').trim()
}
