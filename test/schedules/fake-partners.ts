/** The partners of a schedule: they record what really happened and fail as planned. */
import type { BindResult, Insurer, PolicyToBind } from '#partners/insurer/port.ts'
import type { MailSender } from '#partners/mail/port.ts'
import type { CardPaymentResult, CardPayments, RefundResult } from '#partners/payment/port.ts'

/** Before: the work is not done. After: it is done, but the response is lost. Late: it is done after the timeout. */
export type PartnerFault = 'none' | 'before' | 'after' | 'late'

export interface SimulationHooks {
  /** Resolves when the schedule lets this call continue. */
  step(label: string): Promise<void>
  fault(): PartnerFault
  now(): Date
  readonly quoteId: string
  /** Reports something that must not happen. */
  report(check: string, what: string): void
}

class LostResponse extends Error {
  override name = 'LostResponse'
}

/** Does the work within `mostMs`, or not at all, with the planned fault. Throws if the caller gets no response. */
async function call<T>(
  label: string,
  hooks: SimulationHooks,
  work: () => T,
  mostMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const until = hooks.now().getTime() + mostMs
  const inTime = () => hooks.now().getTime() < until
  await hooks.step(`${label} is heard`)
  if (!inTime()) throw new LostResponse()
  const fault = hooks.fault()
  if (fault === 'before') throw new LostResponse()
  if (fault === 'late') {
    void hooks.step(`${label} is done late`).then(() => (inTime() ? work() : undefined))
    await hooks.step(`${label} takes too long`)
    throw new LostResponse()
  }
  const answer = work()
  await hooks.step(`${label} is answered`)
  if (fault === 'after') throw new LostResponse()
  return answer
}

const leaseMs = 30_000

/** Longer than the insurer works on a bind. */
const quietMs = 40_000

/** All schedules of a run share a database, so a policy number comes once. */
let policiesIssued = 0

/** `knowsKeys`: one policy for each key. Otherwise every bind makes a policy, and a look-up by our reference finds it. */
export function fakeInsurer(
  hooks: SimulationHooks,
  { refusals, knowsKeys }: { refusals: number; knowsKeys: boolean },
) {
  const policies = new Map<string, { number: string; request: string }>()
  const refused = new Set<string>()
  const firstAsked = new Map<string, Date>()
  const lookedUp = new Set<string>()
  const began = hooks.now().getTime()
  let asking = 0
  const mostMs = knowsKeys ? Number.POSITIVE_INFINITY : quietMs

  /** Reports a bind that was sent without a look-up, or while another bind runs. */
  function reportForbiddenBind(key: string): void {
    // A node that was paused for longer than its lease may send late with the same key.
    if (hooks.now().getTime() - began >= leaseMs) return
    if (firstAsked.has(key) && !lookedUp.has(key))
      hooks.report('look-up', 'asked again without looking it up')
    if (asking > 0) hooks.report('lease', 'asked while another asks')
  }

  /** The policy of a key that the insurer has had before. */
  function policyOfRepeatedBind(known: { number: string; request: string }, request: string): BindResult {
    if (known.request !== request) hooks.report('I17', 'a key came with another request')
    if (!knowsKeys) hooks.report('one policy', 'a second policy of one bind')
    return { outcome: 'issued', policyNumber: known.number }
  }

  function bindResult(policy: PolicyToBind): BindResult {
    const { idempotencyKey: key } = policy
    const request = JSON.stringify(policy)
    const known = policies.get(key)
    if (known) return policyOfRepeatedBind(known, request)
    if (refused.has(key) || refused.size < refusals) {
      refused.add(key)
      return { outcome: 'rejected', reason: 'QUOTE_CHANGED' }
    }
    policiesIssued += 1
    const number = `OR${String(policiesIssued).padStart(9, '0')}`
    policies.set(key, { number, request })
    return { outcome: 'issued', policyNumber: number }
  }

  const port: Pick<Insurer, 'bind' | 'retrieve' | 'lookupBind' | 'safeResendAfterMs'> = {
    safeResendAfterMs: knowsKeys ? 0 : quietMs,
    // After a rejected bind the customer may buy again at the same price.
    async retrieve() {
      await call('retrieve', hooks, () => null, mostMs).catch(() => null)
      return { outcome: 'failed', reason: 'unreachable' }
    },
    async bind(policy) {
      const { idempotencyKey: key } = policy
      reportForbiddenBind(key)
      if (!firstAsked.has(key)) firstAsked.set(key, hooks.now())
      lookedUp.delete(key)
      asking += 1
      try {
        return await call('bind', hooks, () => bindResult(policy), mostMs)
      } finally {
        asking -= 1
      }
    },
    async lookupBind({ idempotencyKey: key }) {
      const find = () => {
        lookedUp.add(key)
        const known = policies.get(key)
        return known ? ({ outcome: 'issued', policyNumber: known.number } as const) : null
      }
      return call('look-up', hooks, find, mostMs)
    },
  }
  /** `firstAsked` has every key that was sent. */
  return { port, policies, refused, firstAsked }
}

/** Shorter than the pause of server/purchase/refund-payment.ts before it sends again. */
const refundMs = 30_000

interface PageSession {
  readonly id: string
  readonly webhookToken: string
  readonly amountCents: number
  result: CardPaymentResult
  approvedAt: Date | null
  refunds: Map<string, number>
}

/**
 * `forgetful`: two concurrent requests with one key make two sessions, and each refund request makes a refund, whatever
 * its key. It works on a refund for `refundMs` at most, and lists the refunds it made.
 */
export function fakeCardPartner(hooks: SimulationHooks, forgetful: boolean) {
  const sessions = new Map<string, PageSession>()
  const byKey = new Map<string, string>()
  const underWay = new Map<string, number>()
  const pageOrigin = 'https://pay.example'
  const refunding = new Set<string>()
  let refundsMade = 0

  const port: CardPayments = {
    pageOpenHours: 72,
    async createSession(request) {
      const key = request.idempotencyKey
      underWay.set(key, (underWay.get(key) ?? 0) + 1)
      try {
        return await call('page', hooks, () => {
          const again = forgetful && (underWay.get(key) ?? 0) > 1
          const id = (again ? undefined : byKey.get(key)) ?? `s${hooks.quoteId}-${sessions.size + 1}`
          byKey.set(key, id)
          if (!sessions.has(id))
            sessions.set(id, {
              id,
              webhookToken: request.urls.webhook.split('/').at(-1) ?? '',
              amountCents: request.amountCents,
              result: { state: 'pending' },
              approvedAt: null,
              refunds: new Map(),
            })
          return { outcome: 'created', sessionId: id, pageUrl: `${pageOrigin}/${id}` }
        })
      } catch {
        return { outcome: 'unknown', reason: 'timeout' }
      } finally {
        underWay.set(key, (underWay.get(key) ?? 1) - 1)
      }
    },
    result: id =>
      call('result', hooks, (): CardPaymentResult => sessions.get(id)?.result ?? { state: 'pending' }).catch(
        () => ({ state: 'unclear', reason: 'timeout' }),
      ),
    async refund({ transactionId, amountCents, idempotencyKey: key }) {
      if (refunding.has(key)) hooks.report('refund lease', 'sent while another sends it')
      refunding.add(key)
      try {
        const make = (): RefundResult => {
          const session = sessions.get(transactionId.slice(1))
          if (!session?.approvedAt) return { outcome: 'refused' }
          refundsMade += 1
          session.refunds.set(forgetful ? `${key} ${refundsMade}` : key, amountCents)
          return { outcome: 'refunded', refundId: `r${key}` }
        }
        return await call('refund', hooks, make, refundMs)
      } catch {
        return { outcome: 'unknown' }
      } finally {
        refunding.delete(key)
      }
    },
    findRefund({ transactionId, idempotencyKey: key }) {
      const find = (): RefundResult | null => {
        const made = [...(sessions.get(transactionId.slice(1))?.refunds.keys() ?? [])]
        return made.some(one => one.startsWith(key)) ? { outcome: 'refunded', refundId: `r${key}` } : null
      }
      return call('refund look-up', hooks, find, refundMs).catch(() => ({ outcome: 'unknown' }))
    },
    closePage: id =>
      call('close', hooks, (): 'closed' | 'refused' => {
        const session = sessions.get(id)
        if (session?.result.state !== 'pending') return 'refused'
        session.result = { state: 'expired' }
        return 'closed'
      }).catch(() => 'unknown'),
    sessionOf: ({ query }) => query.sessionId ?? null,
  }
  return {
    port,
    sessions,
    /** The customer's action on the hosted page. Returns the session, or null if it had ended. */
    async pay(pageUrl: string, ending: 'approved' | 'declined' | 'cancelled'): Promise<PageSession | null> {
      await hooks.step('customer on the page')
      const session = sessions.get(pageUrl.split('/').at(-1) ?? '')
      if (session?.result.state !== 'pending') return null
      if (ending === 'declined') session.result = { state: 'declined', reason: 'as planned' }
      if (ending === 'cancelled') session.result = { state: 'cancelled' }
      if (ending === 'approved') {
        session.approvedAt = hooks.now()
        session.result = {
          state: 'approved',
          amountCents: session.amountCents,
          currency: 'NZD',
          transactionId: `t${session.id}`,
          paidAt: session.approvedAt,
          card: { scheme: 'visa', lastDigits: '11' },
        }
      }
      return session
    },
  }
}

export function fakeMailCarrier(hooks: SimulationHooks) {
  /** The ids of the accepted messages. */
  const taken = new Set<string>()
  const port: MailSender = {
    async send({ messageId }) {
      try {
        await call('mail', hooks, () => taken.add(messageId))
        return { outcome: 'accepted' }
      } catch {
        return { outcome: 'failed', reason: 'timeout' }
      }
    },
  }
  return { port, taken }
}
