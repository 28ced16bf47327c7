/**
 * The Windcave sandbox's storage: sessions, 3-D Secure challenges, transactions and refunds. Each record is a file
 * written once, so a session ends only once.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { wireToCents } from '#journey/money.ts'
import { type Challenge, challenge } from '#sandbox/hosted-page/card-page.ts'
import { jsonFiles } from '#sandbox/json-files.ts'
import { recordRefund } from '#sandbox/refund-store.ts'
import {
  type CardSession,
  type CardTransaction,
  type Ending,
  ending,
  type IssuerAnswer,
  type PaidCard,
  type refundRequest,
  type sessionRequest,
  storedSession,
  transaction,
} from './session.ts'

const keptDays = 3

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

export type RefundResult =
  | { readonly outcome: 'refunded'; readonly refund: CardTransaction }
  | { readonly outcome: 'no-such-transaction' | 'too-much' }

const cents = (amount: string): number => wireToCents(Number(amount))

export type WindcaveStore = Awaited<ReturnType<typeof openWindcaveStore>>

export async function openWindcaveStore(dir: string, now: () => Date) {
  const files = await jsonFiles(dir)

  const endingOf = (sessionId: string): Promise<Ending | null> => files.read(`${sessionId}.ending`, ending)
  const transactionOf = (id: string): Promise<CardTransaction | null> =>
    files.read(`${id}.transaction`, transaction)

  /** A repeated key returns its first session, whatever the new request contains. */
  async function createSession(
    key: string | null,
    request: z.output<typeof sessionRequest>,
  ): Promise<CardSession> {
    const id = key === null ? randomBytes(16).toString('hex') : digest(`session ${key}`, 32)
    const createdAt = now()
    const expires = new Date(createdAt.getTime() + keptDays * 86_400_000).toISOString()
    const session = { id, createdAt: createdAt.toISOString(), expires, request }
    await files.create(`${id}.session`, session)
    return (await files.read(`${id}.session`, storedSession)) ?? session
  }

  const isExpired = (session: CardSession): boolean => now().toISOString() >= session.expires

  async function end(sessionId: string, wanted: Ending): Promise<Ending> {
    if (wanted.state === 'complete')
      await files.create(`${wanted.transaction.id}.transaction`, wanted.transaction)
    await files.create(`${sessionId}.ending`, wanted)
    return (await endingOf(sessionId)) ?? wanted
  }

  /** Charges the card once per session: of two concurrent endings, the first one wins. */
  async function charge(session: CardSession, card: PaidCard, bank: IssuerAnswer): Promise<Ending> {
    const before = await endingOf(session.id)
    if (before) return before
    const id = randomBytes(8).toString('hex')
    const { amount, currency, merchantReference } = session.request
    const authCode = bank.authorised ? digest(id, 6).toUpperCase() : ''
    const facts = {
      dateTimeUtc: now().toISOString(),
      amount,
      currency,
      merchantReference,
      card,
      sessionId: session.id,
    }
    const done = { ...bank, ...facts, id, type: 'purchase', method: 'card', authCode } as const
    return end(session.id, { state: 'complete', transaction: done })
  }

  async function refund(
    key: string | null,
    { transactionId, amount, merchantReference }: z.output<typeof refundRequest>,
  ): Promise<RefundResult> {
    const paid = await transactionOf(transactionId)
    if (paid?.type !== 'purchase' || !paid.authorised) return { outcome: 'no-such-transaction' }
    const first = await endingOf(paid.sessionId)
    if (first?.state !== 'complete' || first.transaction.id !== paid.id)
      return { outcome: 'no-such-transaction' }
    const id = key === null ? randomBytes(8).toString('hex') : digest(`refund ${key}`, 16)
    const wanted: CardTransaction = {
      ...paid,
      ...{ id, type: 'refund', amount, dateTimeUtc: now().toISOString() },
      merchantReference: merchantReference ?? paid.merchantReference,
    }
    const booked = await recordRefund(files, { id: paid.id, amountCents: cents(paid.amount) }, wanted, {
      shape: transaction,
      centsOf: made => cents(made.amount),
    })
    if (!booked) return { outcome: 'too-much' }
    await files.create(`${id}.transaction`, booked)
    return { outcome: 'refunded', refund: booked }
  }

  return {
    createSession,
    session: (id: string) => files.read(`${id}.session`, storedSession),
    isExpired,
    endingOf,
    charge,
    cancel: (sessionId: string) => end(sessionId, { state: 'cancelled' }),
    refund,
    transactionOf,
    challengeOf: (sessionId: string): Promise<Challenge | null> =>
      files.read(`${sessionId}.challenge`, challenge),
    keepChallenge: (sessionId: string, kept: Challenge) => files.replace(`${sessionId}.challenge`, kept),
    markNoticed: (sessionId: string) => files.create(`${sessionId}.noticed`, now().toISOString()),
    /** Ended sessions whose notification was neither accepted nor given up. */
    async pendingNotifications(): Promise<string[]> {
      const noticed = new Set((await files.names('.noticed')).map(name => name.replace('.noticed', '')))
      return (await files.names('.ending'))
        .map(name => name.replace('.ending', ''))
        .filter(id => !noticed.has(id))
    },
  }
}
