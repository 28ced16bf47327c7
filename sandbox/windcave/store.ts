/** The storage of the Windcave sandbox: sessions with their purchase and refunds. A session ends only once. */
import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { wireToCents } from '#journey/money.ts'
import type { TestCard } from '#sandbox/hosted-page/card-form-validation.ts'
import { openRecordStore } from '#sandbox/record-store.ts'
import {
  type BankResponse,
  type CardSession,
  type CardTransaction,
  cardSession,
  type refundRequest,
  type sessionRequest,
} from './api-objects.ts'

const openForMs = 3 * 86_400_000

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

const cents = ({ amount }: { readonly amount: string }): number => wireToCents(Number(amount))

/** '4111111111111111' → '411111........11' */
const maskedNumber = (number: string): string =>
  `${number.slice(0, 6)}${'.'.repeat(number.length - 8)}${number.slice(-2)}`

export type WindcaveStore = ReturnType<typeof openWindcaveStore>

export function openWindcaveStore(dir: string, now: () => Date) {
  const sessions = openRecordStore(dir, 'windcave-sessions', cardSession)

  /** Of two concurrent endings, the first one wins. */
  function end(session: CardSession, ended: Pick<CardSession, 'state' | 'purchase'>): CardSession {
    const current = sessions.find(session.id) ?? session
    return current.state === 'init' ? sessions.save({ ...current, ...ended }) : current
  }

  return {
    sessions,

    stateOf: ({ state, expires }: CardSession) =>
      state === 'init' && now().toISOString() >= expires ? 'expired' : state,

    /** A repeated key returns its first session, whatever the new request contains. */
    createSession(key: string, request: z.output<typeof sessionRequest>): CardSession {
      const id = digest(`session ${key}`, 32)
      const expires = new Date(now().getTime() + openForMs).toISOString()
      const fresh = { state: 'init' as const, purchase: null, refunds: [], isWebhookDone: false }
      return sessions.find(id) ?? sessions.save({ id, expires, request, ...fresh })
    },

    charge(session: CardSession, { number, scheme }: TestCard, bank: BankResponse): CardSession {
      const { amount, currency } = session.request
      const purchase: CardTransaction = {
        ...bank,
        id: randomBytes(8).toString('hex'),
        type: 'purchase',
        amount,
        currency,
        dateTimeUtc: now().toISOString(),
        card: { cardNumber: maskedNumber(number), type: scheme },
      }
      return end(session, { state: 'complete', purchase })
    },

    cancel: (session: CardSession) => end(session, { state: 'cancelled', purchase: null }),

    /** A repeated key returns its first refund. */
    refund(
      key: string,
      { transactionId, amount }: z.output<typeof refundRequest>,
    ): CardTransaction | 'no-such-transaction' | 'too-much' {
      const session = sessions.all().find(({ purchase }) => purchase?.id === transactionId)
      if (!session?.purchase?.authorised) return 'no-such-transaction'
      const { purchase, refunds } = session
      const id = digest(`refund ${key}`, 16)
      const earlier = refunds.find(one => one.id === id)
      if (earlier) return earlier
      const refund = { ...purchase, id, type: 'refund', amount, dateTimeUtc: now().toISOString() } as const
      const refunded = [...refunds, refund].reduce((sum, one) => sum + cents(one), 0)
      if (refunded > cents(purchase)) return 'too-much'
      sessions.save({ ...session, refunds: [...refunds, refund] })
      return refund
    },
  }
}
