/**
 * Named crash points before and after every transaction, write and partner call of a purchase. A test's node
 * exits at the chosen point.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import type { Dependencies } from '#server/lib/dependencies.ts'

/** What the file at FAULT_CONTROL says. */
export interface Control {
  /** The point to die at; null to live. */
  readonly dieAt: string | null
  /** Purchases that are not meant: what they reach does not count. */
  readonly others: readonly string[]
}

const writes = [
  'acquireBindLease',
  'recordBindSent',
  'leaseRefund',
  'recordRefundSent',
  'endRefundLease',
  'movePayment',
  'expireUnissuedPayment',
  'schedulePaymentPoll',
  'setQuoteStatus',
  'insertLoginToken',
  'recordAuditEvent',
  'deleteOrphanedInsurerQuotes',
  'destroyBankDetails',
  'deleteExpiredSessions',
  'deleteExpiredSecurityRows',
] as const

/** The writes a transaction is named after, the weightiest first. */
const telling = [
  'insertPolicy',
  'createBindAttempt',
  'insertPayment',
  'movePayment',
  'moveBindAttempt',
  'anonymiseQuotes',
  'deleteExpiredPolicies',
  'deleteAnonymisedQuotes',
  'deleteOldAudit',
]

type Anything = (...given: unknown[]) => Promise<unknown>

/** @param reach is told every point with all that is known of whose purchase it is */
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

/** Points as a file tells, every one reached noted in another. */
export function pointsByFile(controlFile: string, traceFile: string): (wired: Dependencies) => Dependencies {
  return withPoints((point, about) => {
    const { dieAt, others } = JSON.parse(readFileSync(controlFile, 'utf8')) as Control
    if (others.some(other => about.includes(other))) return
    appendFileSync(traceFile, `${point}\n`)
    if (point === dieAt) process.kill(process.pid, 'SIGKILL')
  })
}
