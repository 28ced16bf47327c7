/** Wraps each partner in a bulkhead, a failure log, traces and counters, for server/container.ts. */
import { toFailureCode } from '#partners/failure-codes.ts'
import type { Config } from '#server/config.ts'
import type { Dependencies, Log } from '#server/lib/dependencies.ts'
import type { Metrics } from '#server/telemetry/metrics.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import { bulkhead, createBulkheadSlots } from './bulkhead.ts'

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
}

/** The outcomes of a call without a usable response. A rejection of one customer is a usable response. */
const failures: ReadonlySet<unknown> = new Set(['failed', 'unknown', 'pending', 'unclear', 'partner-out'])

function failureReason(answer: unknown): string | null {
  if (answer === 'partner-out') return answer
  if (typeof answer !== 'object' || answer === null) return null
  const { outcome, state, reason } = answer as Readonly<Record<string, unknown>>
  return failures.has(outcome ?? state) && typeof reason === 'string' ? toFailureCode(reason) : null
}

export function decoratePartners(partners: Partners, { config, tracing, metrics, log }: Guards): Partners {
  const { insurer, catalogue, register, addresses, cards, mail, captcha } = partners
  const logFailure = (partner: string, answer: unknown): unknown => {
    const reason = failureReason(answer)
    if (reason !== null) log.error('partner-failed', { partner, reason })
    return answer
  }
  const watched = <P extends object>(partner: string, port: P): P =>
    new Proxy(port, {
      get(target, method) {
        const member: unknown = Reflect.get(target, method)
        if (typeof member !== 'function' || typeof method !== 'string') return member
        return (...given: unknown[]) => {
          const call = (): unknown => Reflect.apply(member, target, given)
          const answer = tracing ? tracing.call(partner, method, call) : call()
          return answer instanceof Promise ? answer.then(value => logFailure(partner, value)) : answer
        }
      },
    })
  /** `name` labels the counter of calls that found no free slot. */
  const limited = <P extends object>(
    name: string,
    port: P,
    methods: Parameters<typeof bulkhead<P>>[1],
    slots = createBulkheadSlots(maximumCalls),
  ): P => bulkhead(port, methods, slots, metrics?.countFull(name))

  function guardedInsurer(): Pick<Partners, 'insurer' | 'catalogue'> {
    // The embedded insurer runs in this process, so it needs no bulkhead.
    if (config.insurer.kind === 'embedded') return { catalogue, insurer: watched('insurer', insurer) }
    const slots = createBulkheadSlots(maximumCalls)
    const quoting = limited('insurer', insurer, ['quote', 'amend', 'retrieve'], slots)
    // Binds have slots of their own: quotes must not delay a customer who pays.
    const binds = createBulkheadSlots(maximumBinds)
    return {
      insurer: watched('insurer', limited('insurer-binds', quoting, ['bind', 'lookupBind'], binds)),
      catalogue: watched('insurer', limited('insurer', catalogue, ['models', 'valueBand'], slots)),
    }
  }

  return {
    ...guardedInsurer(),
    mail: watched('mail', mail),
    register: watched('register', limited('register', register, ['lookUp'])),
    cards: watched('cards', limited('cards', cards, ['createSession', 'result', 'refund', 'findRefund'])),
    addresses: watched(
      'addresses',
      config.address.kind === 'address-book'
        ? addresses
        : limited('addresses', addresses, ['suggest', 'find']),
    ),
    // These two kinds call no partner.
    captcha:
      captcha.kind === 'off' || captcha.kind === 'proof-of-work'
        ? captcha
        : watched('captcha', limited('captcha', captcha, ['verify', 'verifyVisible'])),
  }
}
