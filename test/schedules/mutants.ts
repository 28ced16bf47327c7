/**
 * Mutants: the purchase errors named in docs/faults.md, planted around the services or in the test's database. The
 * schedules and the chaos harness must detect them.
 */
import { randomUUID } from 'node:crypto'
import type { Dependencies } from '#server/lib/dependencies.ts'

type Around = (wired: Dependencies) => Dependencies

export interface Mutant {
  readonly around: Around
  /** Changes to the test's database. */
  readonly sql?: readonly string[]
}

const keyPerRetry: Around = wired => {
  const asked = new Set<string>()
  return {
    ...wired,
    insurer: {
      ...wired.insurer,
      bind(policy) {
        const again = asked.has(policy.idempotencyKey)
        asked.add(policy.idempotencyKey)
        return wired.insurer.bind(again ? { ...policy, idempotencyKey: randomUUID() } : policy)
      },
    },
  }
}

const trustedWebhooks: Around = wired => {
  const reported = new Set<string>()
  return {
    ...wired,
    cards: {
      ...wired.cards,
      sessionOf(webhook) {
        const session = wired.cards.sessionOf?.(webhook) ?? null
        if (session !== null) reported.add(session)
        return session
      },
      async result(session) {
        const payment = reported.has(session)
          ? await wired.repositories.findPaymentByCardSession(session)
          : undefined
        if (!payment) return wired.cards.result(session)
        return {
          state: 'approved',
          amountCents: payment.amount_cents,
          currency: payment.currency,
          transactionId: `t${session}`,
          paidAt: wired.now(),
          card: { scheme: 'visa', lastDigits: '11' },
        }
      },
    },
  }
}

const issuedBeforeCall: Around = wired => ({
  ...wired,
  insurer: {
    ...wired.insurer,
    async bind(policy) {
      void wired.insurer.bind(policy).catch(() => undefined)
      return {
        outcome: 'issued',
        policyNumber: `OR${Number.parseInt(policy.idempotencyKey.slice(0, 7), 16)}`,
      }
    },
  },
})

const callInsideTransaction: Around = wired => ({
  ...wired,
  insurer: {
    ...wired.insurer,
    bind: policy =>
      wired.withTransaction(async tx => {
        const quote = await tx.findQuoteByNumber(policy.quoteNumber)
        if (quote) await tx.lockQuote(quote.id)
        return wired.insurer.bind(policy)
      }),
  },
})

const noLease: Around = wired => ({
  ...wired,
  repositories: {
    ...wired.repositories,
    async acquireBindLease(...lease) {
      await wired.repositories.acquireBindLease(...lease)
      return true
    },
  },
})

const noRefundLease: Around = wired => ({
  ...wired,
  repositories: {
    ...wired.repositories,
    async acquireRefundLease(id, ...lease) {
      const payment = await wired.repositories.findPayment(id)
      const isDue = payment?.state === 'REFUND_DUE' && payment.transaction_id !== null
      return (await wired.repositories.acquireRefundLease(id, ...lease)) ?? (isDue ? payment : undefined)
    },
    recordRefundSent: async () => true,
  },
})

const outboxOutside: Around = wired => ({
  ...wired,
  async withTransaction(work) {
    const later: Parameters<Dependencies['jobs']['put']>[] = []
    const result = await wired.withTransaction(tx =>
      work({
        ...tx,
        jobs: {
          async put(...job) {
            later.push(job)
          },
        },
      }),
    )
    for (const job of later) await wired.jobs.put(...job)
    return result
  },
})

const pageNotReadBack: Around = wired => {
  const mine = new Map<string, string>()
  return {
    ...wired,
    repositories: {
      ...wired.repositories,
      async transitionPayment(id, to, now, changes = {}) {
        if (to === 'PENDING' && typeof changes.page_url === 'string') mine.set(id, changes.page_url)
        return wired.repositories.transitionPayment(id, to, now, changes)
      },
      async findPayment(id) {
        const row = await wired.repositories.findPayment(id)
        const page = mine.get(id)
        mine.delete(id)
        return row && page !== undefined ? { ...row, state: 'PENDING', page_url: page } : row
      },
    },
  }
}

/** Removes the quote's lock too, because without the index alone two card pages would still wait for each other. */
const nothingLocked: Around = wired => ({
  ...wired,
  withTransaction: work => wired.withTransaction(tx => work({ ...tx, lockQuote: id => tx.findQuote(id) })),
})

export const mutants = {
  /** A quote may have two open payments. */
  'no-unique-index': { around: nothingLocked, sql: ['drop index payment_open'] },
  /** A bind that is sent again has a new key. */
  'key-per-retry': { around: keyPerRetry },
  /** A webhook counts as the money. */
  'trusted-webhook': { around: trustedWebhooks },
  /** The policy is stored before the insurer is asked. */
  'issued-before-call': { around: issuedBeforeCall },
  /** The insurer is asked while the quote is locked. */
  'call-inside-transaction': { around: callInsideTransaction },
  /** The insurer is asked without the lease. */
  'no-lease': { around: noLease },
  /** A refund is sent without the lease. */
  'no-refund-lease': { around: noRefundLease },
  /** Jobs are put after the commit. */
  'outbox-outside': { around: outboxOutside },
  /** The card page's address is the partner's answer, not our row's. */
  'page-not-read-back': { around: pageNotReadBack },
} satisfies Record<string, Mutant>

export type MutantName = keyof typeof mutants
