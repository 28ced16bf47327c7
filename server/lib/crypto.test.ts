/** Tests of the encryption of bank details at rest, and of key files on a machine without configured keys. */
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '#test/sandbox.ts'
import { decrypt, encrypt, loadKeys } from './crypto.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const keysOf = (pii: string) => loadKeys({ dataDir: '', keys: { jwt: key(1), pii } })

describe('encrypt and decrypt', () => {
  it('decrypts only for the storage location it was encrypted for', () => {
    const keys = keysOf(`1:${key(2)}`)
    const encrypted = encrypt(keys, 'bind_attempt|encrypted_request|a', '12-3140-0171323-50')
    expect(encrypted).not.toContain('0171323')
    expect(decrypt(keys, 'bind_attempt|encrypted_request|a', encrypted)).toBe('12-3140-0171323-50')
    expect(() => decrypt(keys, 'bind_attempt|encrypted_request|b', encrypted)).toThrow()
  })

  it('notices a single changed character', () => {
    const keys = keysOf(`1:${key(2)}`)
    const encrypted = encrypt(keys, 'here', 'text')
    const at = encrypted.length - 3
    const changed = `${encrypted.slice(0, at)}${encrypted[at] === 'A' ? 'B' : 'A'}${encrypted.slice(at + 1)}`
    expect(() => decrypt(keys, 'here', changed)).toThrow()
  })

  it('decrypts with an older key after rotation, and not once that key is removed', () => {
    const encrypted = encrypt(keysOf(`1:${key(2)}`), 'here', 'text')
    expect(decrypt(keysOf(`2:${key(3)},1:${key(2)}`), 'here', encrypted)).toBe('text')
    expect(() => decrypt(keysOf(`2:${key(3)}`), 'here', encrypted)).toThrow(/unknown key/)
  })

  it('refuses keys that are too short, and two keys with one id, because data of the first would be lost', () => {
    expect(() => keysOf('1:abcd')).toThrow(/256 bits/)
    expect(() => keysOf(`1:${key(2)},1:${key(3)}`)).toThrow('two keys of the id 1')
  })
})

it('key files are created once with mode 0600, are reused, and stop startup if other users can read them', async () => {
  const dataDir = await temporaryDir()
  const first = loadKeys({ dataDir, keys: null })
  expect(loadKeys({ dataDir, keys: null })).toMatchObject({ hmac: first.hmac, pii: first.pii })
  const file = join(dataDir, 'keys/pii.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toBe(readFileSync(join(dataDir, 'keys/jwt.key'), 'utf8'))
  chmodSync(file, 0o644)
  expect(() => loadKeys({ dataDir, keys: null })).toThrow(/make it 0600/)
})
