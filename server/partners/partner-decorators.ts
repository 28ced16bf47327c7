/** Wraps each partner in a bulkhead, a failure log, traces and counters, and the register in a cache, for server/container.ts. */
import { toFailureCode } from '#partners/failure-codes.ts'
import type { Config } from '#server/config.ts'
import type { Dependencies, Log } from '#server/lib/dependencies.ts'
import { dayMs, minuteMs } from '#server/lib/durations.ts'
import type { Metrics } from '#server/telemetry/metrics.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import { bulkhead, createBulkheadSlots, type MethodsOf, wrapMethods } from './bulkhead.ts'
import { withCache } from './register-cache.ts'

type Partners = Pick<
  Dependencies,
  'insurer' | 'catalogue' | 'register' | 'addresses' | 'cards' | 'mail' | 'captcha'
>

const maximumCalls = 8
/** Half of the critical cap (server/plugins/load-shedding.ts), so that webhooks keep places. */
const maximumBinds = 64

interface Guards {
  readonly config: Config
  readonly tracing: Tracing | null
  readonly metrics: Metrics | null
  /** A rate-limited log for messages that every call may cause while a partner is out. */
  readonly log: Log
  /** The clock of the register's cache. */
  readonly now: () => Date
}

/** The outcomes of a call without a usable response. A rejection of one customer is a usable response. */
const failures: ReadonlySet<unknown> = new Set(['failed', 'unknown', 'pending', 'unclear', 'partner-out'])

/** The sandbox's plates change their behaviour a minute after the first look-up. */
const registerCacheMs = ({ vehicle }: Config): number => (vehicle.kind === 'sandbox' ? minuteMs : dayMs)

function failureReason(answer: unknown): string | null {
  if (answer === 'partner-out') return answer
  if (typeof answer !== 'object' || answer === null) return null
  const { outcome, state, reason } = answer as Readonly<Record<string, unknown>>
  return failures.has(outcome ?? state) && typeof reason === 'string' ? toFailureCode(reason) : null
}

export function decoratePartners(
  partners: Partners,
  { config, tracing, metrics, log, now }: Guards,
): Partners {
  const { insurer, catalogue, register, addresses, cards, mail, captcha } = partners
  const watched = <P extends object>(partner: string, port: P, methods: readonly MethodsOf<P>[]): P =>
    wrapMethods(port, methods, (method, name) => async (...given) => {
      const call = () => method(...given)
      const answer = await (tracing ? tracing.call(partner, name, call) : call())
      const reason = failureReason(answer)
      if (reason !== null) log.error('partner-failed', { partner, reason })
      return answer
    })
  /** `label` names the counter of calls that found no free slot. */
  const limited = <P extends object>(
    partner: string,
    port: P,
    methods: readonly MethodsOf<P>[],
    slots = createBulkheadSlots(maximumCalls),
    label = partner,
  ): P => watched(partner, bulkhead(port, methods, slots, metrics?.countFull(label)), methods)

  function guardedInsurer(): Pick<Partners, 'insurer' | 'catalogue'> {
    const quoting = ['quote', 'amend', 'retrieve'] as const
    const binding = ['bind', 'lookupBind'] as const
    // The embedded insurer runs in this process, so it needs no bulkhead.
    if (config.insurer.kind === 'embedded')
      return { catalogue, insurer: watched('insurer', insurer, [...quoting, ...binding]) }
    const slots = createBulkheadSlots(maximumCalls)
    // Binds have slots of their own: quotes must not delay a customer who pays.
    const bindSlots = createBulkheadSlots(maximumBinds)
    const withBinds = limited('insurer', insurer, binding, bindSlots, 'insurer-binds')
    return {
      insurer: limited('insurer', withBinds, quoting, slots),
      catalogue: limited('insurer', catalogue, ['models', 'valueBand'], slots),
    }
  }

  const limitedCards = limited('cards', cards, ['createSession', 'result', 'refund', 'findRefund'])
  return {
    ...guardedInsurer(),
    mail: watched('mail', mail, ['send']),
    // The cache is outside the bulkhead: a cached car needs no slot, and all callers of one plate use one.
    register: withCache(limited('register', register, ['lookUp']), now, registerCacheMs(config)),
    cards: watched('cards', limitedCards, ['closePage']),
    addresses:
      config.address.kind === 'address-book'
        ? watched('addresses', addresses, ['suggest', 'find'])
        : limited('addresses', addresses, ['suggest', 'find']),
    // These two kinds call no partner.
    captcha:
      captcha.kind === 'off' || captcha.kind === 'proof-of-work'
        ? captcha
        : limited('captcha', captcha, ['verify', 'verifyVisible']),
  }
}
