/** Adds named crash points before and after each transaction, write and partner call; test nodes exit at one. */
import { appendFileSync, readFileSync } from 'node:fs'
import type { Dependencies } from '#server/lib/dependencies.ts'

/** The content of the file at FAULT_CONTROL. */
export interface Control {
  /** The point at which the node exits; null for none. */
  readonly dieAt: string | null
  /** Other purchases, whose points do not count. */
  readonly others: readonly string[]
}

const writes = [
  'acquireBindLease',
  'recordBindSent',
  'acquireRefundLease',
  'recordRefundSent',
  'releaseRefundLease',
  'transitionPayment',
  'expireUnopenedPayment',
  'schedulePaymentPoll',
  'setQuoteStatus',
  'upsertLoginToken',
  'recordAuditEvent',
  'anonymiseOrphanedInsurerQuotes',
  'destroyBankDetails',
  'deleteExpiredSessions',
  'deleteExpiredCaptchaAndRateLimits',
] as const

/** The writes that name a transaction, the most important first. */
const telling = [
  'insertPolicy',
  'createBindAttempt',
  'insertPayment',
  'transitionPayment',
  'transitionBindAttempt',
  'anonymiseQuotes',
  'deleteExpiredPolicies',
  'deleteAnonymisedQuotes',
  'deleteOldAudit',
]

type Anything = (...given: unknown[]) => Promise<unknown>

/** @param reach called at every point with the ids of its purchase */
function withPoints(reach: (point: string, about: string) => void): (wired: Dependencies) => Dependencies {
  const around =
    (name: string, work: Anything): Anything =>
    async (...given) => {
      const about = JSON.stringify(given)
      reach(`before ${name}`, about)
      const result = await work(...given)
      reach(`after ${name}`, about)
      return result
    }
  const port = <P extends object>(label: string, real: P, methods: readonly (keyof P & string)[]): P => ({
    ...real,
    ...Object.fromEntries(methods.map(name => [name, around(`${label}.${name}`, real[name] as Anything)])),
  })

  return wired => ({
    ...wired,
    insurer: port('insurer', wired.insurer, ['bind', 'lookupBind']),
    cards: port('cards', wired.cards, ['createSession', 'result', 'refund']),
    mail: port('mail', wired.mail, ['send']),
    repositories: port('repositories', wired.repositories, writes),
    async withTransaction(work) {
      const done: string[] = []
      const about: unknown[] = []
      let point = ''
      const result = await wired.withTransaction(async tx => {
        const noted = Object.fromEntries(
          Object.entries(tx).map(([name, statement]) => [
            name,
            typeof statement !== 'function'
              ? statement
              : (...given: unknown[]) => {
                  done.push(name)
                  about.push(given)
                  return (statement as Anything)(...given)
                },
          ]),
        ) as unknown as typeof tx
        const answer = await work(noted)
        point = `commit of ${telling.find(name => done.includes(name)) ?? 'nothing'}`
        reach(`before ${point}`, JSON.stringify(about))
        return answer
      })
      reach(`after ${point}`, JSON.stringify(about))
      return result
    },
  })
}

/** Crash points controlled by one file; every reached point is appended to the other. */
export function pointsByFile(controlFile: string, traceFile: string): (wired: Dependencies) => Dependencies {
  return withPoints((point, about) => {
    const { dieAt, others } = JSON.parse(readFileSync(controlFile, 'utf8')) as Control
    if (others.some(other => about.includes(other))) return
    appendFileSync(traceFile, `${point}\n`)
    if (point === dieAt) process.kill(process.pid, 'SIGKILL')
  })
}
