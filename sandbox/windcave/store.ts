/**
 * The storage of the Windcave sandbox: sessions, transactions and refunds. Each record is a file written once, so a
 * session ends only once.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { wireToCents } from '#journey/money.ts'
import type { EnteredCard } from '#sandbox/hosted-page/card-form-validation.ts'
import type { JsonFiles } from '#sandbox/json-files.ts'
import { recordRefund } from '#sandbox/refunds.ts'
import {
  type BankResponse,
  type CardSession,
  type CardTransaction,
  type FinalState,
  finalState,
  type refundRequest,
  type sessionRequest,
  storedSession,
  transaction,
} from './session.ts'

const keptDays = 3

const digest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

type RefundResult =
  | { readonly outcome: 'refunded'; readonly refund: CardTransaction }
  | { readonly outcome: 'no-such-transaction' | 'too-much' }

const cents = (amount: string): number => wireToCents(Number(amount))

/** '4111111111111111' → '411111........11' */
const maskedNumber = (number: string): string =>
  `${number.slice(0, 6)}${'.'.repeat(number.length - 8)}${number.slice(-2)}`

export type WindcaveStore = ReturnType<typeof openWindcaveStore>

export function openWindcaveStore(files: JsonFiles, now: () => Date) {
  const endingOf = (sessionId: string): Promise<FinalState | null> =>
    files.read(`${sessionId}.ending`, finalState)
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

  async function end(sessionId: string, wanted: FinalState): Promise<FinalState> {
    if (wanted.state === 'complete')
      await files.create(`${wanted.transaction.id}.transaction`, wanted.transaction)
    await files.create(`${sessionId}.ending`, wanted)
    return (await endingOf(sessionId)) ?? wanted
  }

  /** Charges the card once per session: of two concurrent endings, the first one wins. */
  async function charge(session: CardSession, card: EnteredCard, bank: BankResponse): Promise<FinalState> {
    const before = await endingOf(session.id)
    if (before) return before
    const id = randomBytes(8).toString('hex')
    const { amount, currency, merchantReference } = session.request
    const authCode = bank.authorised ? digest(id, 6).toUpperCase() : ''
    const transaction = {
      ...bank,
      id,
      type: 'purchase',
      method: 'card',
      authCode,
      amount,
      currency,
      merchantReference,
      dateTimeUtc: now().toISOString(),
      card: {
        cardHolderName: card.name,
        cardNumber: maskedNumber(card.number),
        dateExpiryMonth: card.month,
        dateExpiryYear: card.year,
        type: card.scheme,
      },
      sessionId: session.id,
    } as const
    return end(session.id, { state: 'complete', transaction })
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
  }
}
