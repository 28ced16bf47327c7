/** How a repeat of the click is told from another order, also while keys change. */
import { describe, expect, it } from 'vitest'
import { readKeys } from '#server/secrets.ts'
import { accountMark, type BindRequest, isOrder, orderMark } from './bind-request.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const keysOf = (pii: string, jwt = 1) => readKeys({ dataDir: '', keys: { jwt: key(jwt), pii } })
const [old, both, fresh] = [keysOf(`1:${key(2)}`), keysOf(`2:${key(3)},1:${key(2)}`), keysOf(`2:${key(3)}`)]

const orderFrom = (accountNumber: string): BindRequest => ({
  policy: {
    idempotencyKey: 'each its own',
    quoteNumber: 'Q-1',
    history: { lastModifiedDatetime: '', lastModifiedUserId: '' },
    plate: 'JHU968',
    policyholders: [],
    businessName: '',
    postalAddress: {} as BindRequest['policy']['postalAddress'],
    payment: { method: 'bank', accountName: 'M', accountNumber, authoriserName: 'M', debitDay: 1 },
  },
  firstDebit: '2026-12-01',
  card: null,
  terms: null,
})
const order = orderFrom('12-3140-0171323-50')
const other = orderFrom('01-0902-0068389-00')

describe('[EDGE-13] [PAY-05] an order', () => {
  it('is known again, and told from another, by its key, after a change of keys as well', () => {
    for (const keys of [old, both]) {
      expect(isOrder(orderMark(order, old), order, keys)).toBe(true)
      expect(isOrder(orderMark(order, old), other, keys)).toBe(false)
    }
    expect(isOrder(orderMark(order, both), other, both)).toBe(false)
  })

  it('[PAY-02] is the same with the suffix of its account written with three digits', () => {
    expect(isOrder(orderMark(order, old), orderFrom('12-3140-0171323-050'), old)).toBe(true)
    expect(isOrder(orderMark(order, old), orderFrom('12-3140-0171323-051'), old)).toBe(false)
    expect(isOrder(orderMark(order, old), orderFrom('12-3140-0171323-501'), old)).toBe(false)
  })

  it('of which nothing can be told is taken for the same: its key is gone, an earlier version marked it, it was destroyed', () => {
    expect(isOrder(orderMark(order, old), other, fresh)).toBe(true)
    expect(isOrder(Buffer.from('M'.repeat(43)), other, both)).toBe(true)
    expect(isOrder(Buffer.alloc(0), other, both)).toBe(true)
  })
})

describe('[T43] [EDGE-13] the mark of an account', () => {
  it('is the same for the same account, however its suffix is written, and says nothing of a card', () => {
    expect(accountMark(order, old)).toBe(accountMark(orderFrom('12-3140-0171323-050'), old))
    expect(accountMark(order, old)).not.toBe(accountMark(other, old))
    const payment = { method: 'card', transactionId: 't', debitDay: 1 } as const
    expect(accountMark({ ...order, policy: { ...order.policy, payment } }, old)).toBeNull()
  })

  it('hangs on the keys of bank details, and not on that of tokens', () => {
    expect(accountMark(order, keysOf(`1:${key(2)}`, 9))).toBe(accountMark(order, old))
    expect(accountMark(order, keysOf(`1:${key(3)}`))).not.toBe(accountMark(order, old))
  })
})
