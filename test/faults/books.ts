/**
 * The books of a purchase in memory, statement by statement as db/ has them: same conditions, same unique indexes, same
 * locks. Thousands of schedules a second can run on it; books.test.ts runs the same statements here and on PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import type { Books } from '#db/books.ts'
import type { Issuance } from '#db/issuances.ts'
import type { Payment } from '#db/payments.ts'
import type { Policy } from '#db/policies.ts'
import type { Quote } from '#db/quotes.ts'
import { issuanceMoves, paymentMoves, quoteMoves, ratedFrom, sourcesOf } from '#journey/purchase.ts'
import { levelAtLeast, type SessionLevel } from '#journey/session-level.ts'
import { beginTransaction, commit, rollBack, type Table, type Transaction, table } from './rows.ts'

/** What of the books a purchase uses. */
export type PurchaseBooks = Pick<
  Books,
  | 'bindSession'
  | 'findIssuance'
  | 'findPayment'
  | 'findPaymentByNotice'
  | 'findPaymentBySession'
  | 'findPolicy'
  | 'findQuote'
  | 'findQuoteByNumber'
  | 'giveUpPayment'
  | 'insertPayment'
  | 'insertPolicy'
  | 'intendIssuance'
  | 'keepLoginToken'
  | 'keepNotice'
  | 'latestPaymentOf'
  | 'leaseIssuance'
  | 'levelOf'
  | 'lockQuote'
  | 'lookAgainAt'
  | 'markSent'
  | 'moveIssuance'
  | 'movePayment'
  | 'moveQuote'
  | 'openPaymentOf'
  | 'record'
  | 'setQuoteStatus'
  | 'takeDuePayments'
  | 'waitingIssuances'
>

export interface Tables {
  readonly quote: Table<Quote>
  readonly payment: Table<Payment>
  readonly issuance: Table<Issuance>
  readonly policy: Table<Policy>
  readonly inbox: Table<{ partner: string; event_id: string }>
  readonly level: Table<{ key: string; level: SessionLevel }>
  readonly audit: Table<{ id: string; at: Date; quoteId: string | null; what: string; details: object }>
}

/** What the index payment_open holds. */
export const openStates: ReadonlySet<Payment['state']> = new Set(['CREATED', 'PENDING', 'APPROVED'])
const base64 = (bytes: Buffer | null) => bytes?.toString('base64') ?? null

/** `withoutPaymentOpen` leaves out the index of that name (a mutant's wish). */
export const emptyTables = ({ withoutPaymentOpen = false } = {}): Tables => ({
  quote: table<Quote>(row => row.id, [row => row.quote_number]),
  payment: table<Payment>(
    row => row.id,
    [
      row => row.idem_key,
      row => row.psp_session,
      row => base64(row.notice_token_hash),
      row => (openStates.has(row.state) && !withoutPaymentOpen ? row.quote_id : null),
    ],
  ),
  issuance: table<Issuance>(row => row.quote_id, [row => row.idem_key, row => row.policy_number]),
  policy: table<Policy>(row => row.policy_number, [row => row.quote_id]),
  inbox: table(row => `${row.partner}|${row.event_id}`),
  level: table(row => row.key),
  audit: table(row => row.id),
})

/** JSON columns are written as text and read as what it says. */
const read = <T extends object>(row: T, json: readonly (keyof T)[]): T => {
  const parsed = { ...row }
  for (const name of json)
    if (typeof parsed[name] === 'string') parsed[name] = JSON.parse(parsed[name] as string) as T[keyof T]
  return parsed
}
const quoteJson = [
  'car',
  'risk_address',
  'drivers',
  'indicators',
  'choice',
  'policyholders',
  'insurer_quote',
] as const

type Run = <T>(name: string, statement: (transaction: Transaction) => Promise<T>) => Promise<T>

/** Statements through `run`, which says in which transaction. */
export function booksThrough(run: Run, tables: Tables): PurchaseBooks {
  const { quote, payment, issuance, policy, inbox, level, audit } = tables
  const only =
    <R extends object>(from: Table<R>, wanted: (row: R) => boolean) =>
    (transaction: Transaction) =>
      Promise.resolve(from.all(transaction).find(wanted))

  return {
    findQuote: id => run('findQuote', async tx => quote.get(tx, id)),
    findQuoteByNumber: number =>
      run(
        'findQuoteByNumber',
        only(quote, row => row.quote_number === number),
      ),
    lockQuote: id => run('lockQuote', tx => quote.lock(tx, id)),
    setQuoteStatus: (id, to, now) =>
      run('setQuoteStatus', tx =>
        quote.update(
          tx,
          id,
          row => sourcesOf(quoteMoves, to).includes(row.status),
          row => ({ ...row, status: to, changed_at: now }),
        ),
      ),
    moveQuote: ({ id, fromVersion, to, changes, now }) =>
      run('moveQuote', tx =>
        quote.update(
          tx,
          id,
          row => row.version === fromVersion && ratedFrom(to).includes(row.status),
          row =>
            read(
              {
                ...row,
                ...(changes as Partial<Quote>),
                status: to,
                version: fromVersion + 1,
                changed_at: now,
              },
              quoteJson,
            ),
        ),
      ),

    findPayment: id => run('findPayment', async tx => payment.get(tx, id)),
    findPaymentBySession: session =>
      run(
        'findPaymentBySession',
        only(payment, row => row.psp_session === session),
      ),
    findPaymentByNotice: hash =>
      run(
        'findPaymentByNotice',
        only(payment, row => base64(row.notice_token_hash) === base64(hash)),
      ),
    openPaymentOf: quoteId =>
      run(
        'openPaymentOf',
        only(payment, row => row.quote_id === quoteId && openStates.has(row.state)),
      ),
    latestPaymentOf: quoteId =>
      run('latestPaymentOf', async tx =>
        payment
          .all(tx)
          .filter(row => row.quote_id === quoteId)
          .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
          .at(0),
      ),
    insertPayment: row =>
      run('insertPayment', async tx => {
        const inserted = await payment.insert(tx, {
          psp_session: null,
          page_url: null,
          notice_token_hash: null,
          transaction_id: null,
          sid_hash: null,
          look_again_at: null,
          ...row,
          card: null,
        } as Payment)
        if (inserted) await quote.refer(tx, row.quote_id)
        return inserted
      }),
    movePayment: (id, to, now, changes = {}) =>
      run('movePayment', tx =>
        payment.update(
          tx,
          id,
          row => sourcesOf(paymentMoves, to).includes(row.state),
          row => read({ ...row, ...(changes as Partial<Payment>), state: to, changed_at: now }, ['card']),
        ),
      ),
    giveUpPayment: (id, now) =>
      run('giveUpPayment', tx =>
        payment.update(
          tx,
          id,
          row => row.state === 'CREATED',
          row => ({ ...row, state: 'EXPIRED', look_again_at: null, changed_at: now }),
        ),
      ),
    lookAgainAt: (id, at) =>
      run('lookAgainAt', async tx => {
        await payment.update(
          tx,
          id,
          () => true,
          row => ({ ...row, look_again_at: at }),
        )
      }),
    takeDuePayments: ({ now, until, limit }) =>
      run('takeDuePayments', async tx => {
        const due = payment.take(tx, row => row.look_again_at !== null && row.look_again_at <= now, limit)
        for (const { id } of due)
          await payment.update(
            tx,
            id,
            () => true,
            row => ({ ...row, look_again_at: until }),
          )
        return due.map(({ id, state }) => ({ id, state }))
      }),

    findIssuance: quoteId => run('findIssuance', async tx => issuance.get(tx, quoteId)),
    intendIssuance: ({ now, ...columns }) =>
      run('intendIssuance', async tx => {
        const fresh: Issuance = {
          ...columns,
          state: 'INTENT',
          attempts: 0,
          created_at: now,
          changed_at: now,
          policy_number: null,
          lease_owner: null,
          lease_until: null,
          last_error: null,
          sent_at: null,
          told_outcome: null,
          told_policy_number: null,
        }
        if (await issuance.insert(tx, fresh)) {
          await quote.refer(tx, columns.quote_id)
          return true
        }
        await issuance.keep(tx, columns.quote_id)
        return issuance.update(
          tx,
          columns.quote_id,
          row => row.state === 'REJECTED',
          row => ({
            ...row,
            ...columns,
            state: 'INTENT',
            attempts: 0,
            last_error: null,
            sent_at: null,
            changed_at: now,
          }),
        )
      }),
    leaseIssuance: (quoteId, owner, now, leaseMs) =>
      run('leaseIssuance', tx =>
        issuance.update(
          tx,
          quoteId,
          row =>
            (row.state === 'INTENT' || row.state === 'UNKNOWN') &&
            (row.lease_until === null || row.lease_until < now || row.lease_owner === owner),
          row => ({
            ...row,
            lease_owner: owner,
            lease_until: new Date(now.getTime() + leaseMs),
            attempts: row.attempts + 1,
            changed_at: now,
          }),
        ),
      ),
    markSent: (quoteId, owner, now) =>
      run('markSent', tx =>
        issuance.update(
          tx,
          quoteId,
          row => row.lease_owner === owner && (row.state === 'INTENT' || row.state === 'UNKNOWN'),
          row => ({ ...row, sent_at: now }),
        ),
      ),
    moveIssuance: (quoteId, to, now, changes = {}) =>
      run('moveIssuance', tx =>
        issuance.update(
          tx,
          quoteId,
          row => sourcesOf(issuanceMoves, to).includes(row.state),
          row => ({
            ...row,
            ...(changes as Partial<Issuance>),
            state: to,
            lease_owner: null,
            lease_until: null,
            changed_at: now,
          }),
        ),
      ),
    waitingIssuances: (before, limit) =>
      run('waitingIssuances', async tx =>
        issuance
          .all(tx)
          .filter(
            row =>
              (row.state === 'INTENT' || row.state === 'UNKNOWN') &&
              row.changed_at < before &&
              (row.lease_until === null || row.lease_until < before),
          )
          .sort((one, other) => one.changed_at.getTime() - other.changed_at.getTime())
          .slice(0, limit)
          .map(row => row.quote_id),
      ),

    findPolicy: quoteId =>
      run(
        'findPolicy',
        only(policy, row => row.quote_id === quoteId),
      ),
    insertPolicy: wanted =>
      run('insertPolicy', async tx => {
        const row: Policy = {
          policy_number: wanted.record.policyNumber,
          quote_id: wanted.quoteId,
          brand: wanted.brand,
          record: wanted.record,
          terms_at: wanted.termsAt,
          declared_at: wanted.declaredAt,
          issued_at: wanted.issuedAt,
        }
        if (!(await policy.insert(tx, row)))
          throw Object.assign(new Error('duplicate key'), { code: '23505' })
        await quote.refer(tx, row.quote_id)
      }),

    levelOf: (sidHash, quoteId) =>
      run('levelOf', async tx => level.get(tx, `${base64(sidHash)}|${quoteId}`)?.level ?? null),
    bindSession: ({ sidHash, quoteId, level: wanted }) =>
      run('bindSession', async tx => {
        const key = `${base64(sidHash)}|${quoteId}`
        if (levelAtLeast(level.get(tx, key)?.level ?? null, wanted)) return
        if (!(await level.insert(tx, { key, level: wanted })))
          await level.update(
            tx,
            key,
            () => true,
            row => ({ ...row, level: wanted }),
          )
      }),
    keepNotice: (partner, eventId) =>
      run('keepNotice', async tx => {
        await inbox.insert(tx, { partner, event_id: eventId })
      }),
    keepLoginToken: () => run('keepLoginToken', async () => undefined),
    record: ({ quoteId, what, details = {}, now }) =>
      run('record', async tx => {
        await audit.insert(tx, { id: randomUUID(), at: now, quoteId, what, details })
      }),
  }
}

/** A statement outside any transaction is one of its own. */
export async function alone<T>(statement: (transaction: Transaction) => Promise<T>): Promise<T> {
  const transaction = beginTransaction()
  try {
    const result = await statement(transaction)
    commit(transaction)
    return result
  } catch (error) {
    rollBack(transaction)
    throw error
  }
}
