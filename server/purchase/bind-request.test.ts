/** Tests of a stored order: it is read again, and told from a different one even during a key rotation. */
import { describe, expect, it } from 'vitest'
import { StoredJsonError } from '#journey/database-json-schemas.ts'
import { encrypt, loadKeys } from '#server/lib/crypto.ts'
import { policyRecord } from '#test/sample-records.ts'
import {
  accountFingerprint,
  type BindRequest,
  bindRequestAad,
  decryptBindRequest,
  matchesOrder,
  orderFingerprint,
} from './bind-request.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const keysOf = (pii: string, jwt = 1) => loadKeys({ dataDir: '', keys: { jwt: key(jwt), pii } })
const [old, both, fresh] = [keysOf(`1:${key(2)}`), keysOf(`2:${key(3)},1:${key(2)}`), keysOf(`2:${key(3)}`)]

const orderFrom = (accountNumber: string): BindRequest => ({
  policy: {
    idempotencyKey: 'each its own',
    quoteNumber: 'Q-1',
    history: { lastModifiedDatetime: '', lastModifiedUserId: '' },
    plate: 'JHU968',
    policyholders: [],
    businessName: '',
    postalAddress: policyRecord.postalAddress,
    payment: { method: 'bank', accountName: 'M', accountNumber, authoriserName: 'M', debitDay: 1 },
  },
  firstDebit: '2026-12-01',
  card: null,
  terms: null,
})
const order = orderFrom('12-3140-0171323-50')
const other = orderFrom('01-0902-0068389-00')

describe('[EDGE-13] [PAY-05] an order', () => {
  it('equals a retry with the same key and differs from another order, also after a key rotation', () => {
    for (const keys of [old, both]) {
      expect(matchesOrder(orderFingerprint(order, old), order, keys)).toBe(true)
      expect(matchesOrder(orderFingerprint(order, old), other, keys)).toBe(false)
    }
    expect(matchesOrder(orderFingerprint(order, both), other, both)).toBe(false)
  })

  it('[PAY-02] is the same if the account suffix has three digits', () => {
    expect(matchesOrder(orderFingerprint(order, old), orderFrom('12-3140-0171323-050'), old)).toBe(true)
    expect(matchesOrder(orderFingerprint(order, old), orderFrom('12-3140-0171323-051'), old)).toBe(false)
    expect(matchesOrder(orderFingerprint(order, old), orderFrom('12-3140-0171323-501'), old)).toBe(false)
  })

  it('counts as the same if its content can no longer be decrypted', () => {
    expect(matchesOrder(orderFingerprint(order, old), other, fresh)).toBe(true)
    expect(matchesOrder(Buffer.alloc(0), other, both)).toBe(true)
  })
})

describe('[T43] [EDGE-13] the hash of an account', () => {
  it('is the same for every spelling of the suffix, and null for a card', () => {
    expect(accountFingerprint(order, old)).toBe(accountFingerprint(orderFrom('12-3140-0171323-050'), old))
    expect(accountFingerprint(order, old)).not.toBe(accountFingerprint(other, old))
    const payment = { method: 'card', transactionId: 't', debitDay: 1 } as const
    expect(accountFingerprint({ ...order, policy: { ...order.policy, payment } }, old)).toBeNull()
  })

  it('depends on the keys of bank details and not on the token key', () => {
    expect(accountFingerprint(order, keysOf(`1:${key(2)}`, 9))).toBe(accountFingerprint(order, old))
    expect(accountFingerprint(order, keysOf(`1:${key(3)}`))).not.toBe(accountFingerprint(order, old))
  })
})

describe('[EDGE-13] a stored order', () => {
  const read = (kept: unknown) =>
    decryptBindRequest(
      encrypt(old, bindRequestAad('q1'), typeof kept === 'string' ? kept : JSON.stringify(kept)),
      'q1',
      old,
    )
  const { policy } = order

  it('is read unchanged', () => {
    const insured = { drivers: policyRecord.drivers, postcode: '0610' }
    const card = {
      scheme: 'visa',
      lastDigits: '11',
      paidOn: '2026-12-01',
      paidAt: '2026-11-30T20:00:00.000Z',
    }
    const byCard = { method: 'card', transactionId: 'T-1', debitDay: 1 } as const
    const policyholders = { policyholders: policyRecord.policyholders, insured }
    for (const whole of [order, { ...order, card, policy: { ...policy, ...policyholders, payment: byCard } }])
      expect(read(whole)).toEqual(whole)
  })

  it.each<[kept: unknown, field: string]>([
    ['{"policy":', 'is no JSON'],
    [{}, 'policy (invalid_type), firstDebit (invalid_type)'],
    [{ ...order, policy: { ...policy, payment: { method: 'cash' } } }, 'policy.payment.method'],
  ])('with an invalid part, %j, throws an error with its row and field', (kept, field) => {
    const reading = () => read(kept)
    expect(reading).toThrow(StoredJsonError)
    expect(reading).toThrow('bind_attempt.encrypted_request of quote q1')
    expect(reading).toThrow(field)
  })
})
