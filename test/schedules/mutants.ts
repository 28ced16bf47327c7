/** Mutants: the purchase errors named in docs/faults.md, planted around the services. The schedules must detect them. */
import { randomUUID } from 'node:crypto'
import type { Dependencies } from '#server/lib/dependencies.ts'

export type Mutant = (wired: Dependencies) => Dependencies

export const mutants = {
  /** A bind that is sent again has a new key. */
  'key-per-retry': wired => {
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
  },

  /** A webhook counts as the money. */
  'trusted-webhook': wired => {
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
  },

  /** The policy is stored before the insurer is asked. */
  'issued-before-call': wired => ({
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
  }),

  /** The insurer is asked while the quote is locked. */
  'call-inside-transaction': wired => ({
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
  }),

  /** The insurer is asked without the lease. */
  'no-lease': wired => ({
    ...wired,
    repositories: {
      ...wired.repositories,
      async acquireBindLease(...lease) {
        await wired.repositories.acquireBindLease(...lease)
        return true
      },
    },
  }),

  /** A refund is sent without the lease. */
  'no-refund-lease': wired => ({
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
  }),

  /** Jobs are put after the commit. */
  'outbox-outside': wired => ({
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
  }),

  /** The card page's address is the partner's answer, not our row's. */
  'page-not-read-back': wired => {
    const mine = new Map<string, string>()
    return {
      ...wired,
      withTransaction: work =>
        wired.withTransaction(tx =>
          work({
            ...tx,
            async transitionPayment(id, to, now, changes = {}) {
              if (to === 'PENDING' && typeof changes.page_url === 'string') mine.set(id, changes.page_url)
              return tx.transitionPayment(id, to, now, changes)
            },
          }),
        ),
      repositories: {
        ...wired.repositories,
        async findPayment(id) {
          const row = await wired.repositories.findPayment(id)
          const page = mine.get(id)
          mine.delete(id)
          return row && page !== undefined ? { ...row, state: 'PENDING', page_url: page } : row
        },
      },
    }
  },
} satisfies Record<string, Mutant>
