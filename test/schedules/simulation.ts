/** One simulated purchase on a real database: a customer with several tabs, two nodes and every partner. */
import { randomBytes } from 'node:crypto'
import type { Quote } from '#db/repositories/quotes.ts'
import { bindAttemptTransitions, paymentTransitions, quoteTransitions } from '#journey/purchase-states.ts'
import { jobHandlers } from '#server/jobs/handlers.ts'
import { requeueLostJobs } from '#server/jobs/requeue-lost-jobs.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { bindByDirectDebit } from '#server/purchase/bind-by-direct-debit.ts'
import { startCardPayment } from '#server/purchase/card-page.ts'
import { policyRetrieve } from '#server/routes/retrieve-policy.ts'
import { handleWindcaveWebhook } from '#server/webhooks/windcave.ts'
import { openTestApp } from '#test/test-app.ts'
import { fakeCardPartner, fakeInsurer, fakeMailCarrier, type PartnerFault } from './fake-partners.ts'
import type { Mutant } from './mutants.ts'
import { bodyToBind, customerOf, readyQuote, repriced } from './sample-quote.ts'
import { runJob, scheduledQueue } from './scheduled-queue.ts'
import { isInTransaction, type Node, type NodeEnvironment, startNode } from './simulated-node.ts'
import type { Steps } from './step-order.ts'

export interface Finding {
  readonly check: string
  readonly what: string
}

interface CardAction {
  readonly act: 'card'
  readonly node: 0 | 1
  readonly ending: 'approved' | 'declined' | 'cancelled'
  /** The nodes that receive a webhook, none to three times. */
  readonly webhooks: readonly (0 | 1)[]
  readonly comesBack: boolean
}

/** What a customer, a node or the clock does. */
export type ScheduledAction = {
  /** After this many steps of the whole simulation. */ readonly after: number
} & (
  | { readonly act: 'click' | 'return' | 'requeue' | 'crash' | 'work'; readonly node: 0 | 1 }
  | CardAction
  | { readonly act: 'amend' }
  | { readonly act: 'clock'; readonly seconds: 6 | 31 | 61 | 660 }
)

export interface Plan {
  readonly acts: readonly ScheduledAction[]
  readonly faults: readonly PartnerFault[]
  readonly refusals: number
  /** Whether the insurer recognises a repeated bind by its key. */
  readonly knowsKeys: boolean
  readonly forgetfulCards: boolean
}

/** The application whose services and database the schedules of a run share. */
export async function openScheduleApp() {
  let wired: Dependencies | undefined
  const testApp = await openTestApp({
    isIdle: true,
    replace: {
      around(services) {
        wired = services
        return services
      },
    },
  })
  if (!wired) throw new Error('the application wired no services')
  const { kysely, pool } = testApp.database
  return {
    wired,
    kysely,
    /** Ends the polling of pages that were never paid, which would be part of the next schedule. */
    endPolling: () => pool.query('update payment set next_poll_at = null where next_poll_at is not null'),
    /** Deletes everything, after a schedule with findings, which may have left unfinished work. */
    clear: () => pool.query('truncate quote, session cascade'),
    close: () => testApp.close(),
  }
}
export type ScheduleApp = Awaited<ReturnType<typeof openScheduleApp>>

/** As the database takes them: objects as JSON. */
const columnsOf = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value,
    ]),
  )

/** The rows of this quote. */
async function readRecords({ kysely }: ScheduleApp, id: string) {
  return {
    quote: await kysely.selectFrom('quote').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    payments: await kysely.selectFrom('payment').selectAll().where('quote_id', '=', id).execute(),
    bindAttempt: await kysely
      .selectFrom('bind_attempt')
      .selectAll()
      .where('quote_id', '=', id)
      .executeTakeFirst(),
    policies: await kysely.selectFrom('policy').selectAll().where('quote_id', '=', id).execute(),
    audit: await kysely.selectFrom('audit').selectAll().where('quote_id', '=', id).execute(),
  }
}

/** Stores a quote that is ready to be bought, with its customer's session. */
async function storeQuote({ wired, kysely }: ScheduleApp, now: Date) {
  const brand = wired.brands.get('openroad')
  if (!brand) throw new Error('no brand')
  const session = { sidHash: randomBytes(32), brand: brand.key, now }
  const sessionId = await wired.repositories.createSession(session)
  const quote = readyQuote(brand.key, now)
  await kysely
    .insertInto('quote')
    .values(columnsOf(quote) as never)
    .execute()
  await wired.repositories.grantAccess({ sessionId, quoteId: quote.id, level: 'EDIT_QUOTE', now })
  return { quote, caller: { ...customerOf(quote, brand, sessionId), sidHash: session.sidHash } }
}

/** Returns a function that reports every move of the rows of a quote that the state machines do not have. */
function watchStates({ kysely }: ScheduleApp, quoteId: string, report: NodeEnvironment['report']) {
  const lastStates = new Map<string, string>()
  const moved = (id: string, state: string, moves: Readonly<Record<string, readonly string[]>>) => {
    const before = lastStates.get(id)
    if (before !== undefined && before !== state && !moves[before]?.includes(state))
      report('I8', `${before} to ${state}`)
    lastStates.set(id, state)
  }
  return async (): Promise<void> => {
    const rows = await kysely
      .selectFrom('quote')
      .leftJoin('payment', 'payment.quote_id', 'quote.id')
      .leftJoin('bind_attempt', 'bind_attempt.quote_id', 'quote.id')
      .select(['status', 'payment.id', 'payment.state', 'bind_attempt.state as bindAttempt'])
      .where('quote.id', '=', quoteId)
      .execute()
    for (const { status, id, state, bindAttempt } of rows) {
      moved('quote', status, quoteTransitions)
      if (id !== null && state !== null) moved(id, state, paymentTransitions)
      if (bindAttempt !== null) moved('bind attempt', bindAttempt, bindAttemptTransitions)
    }
  }
}

interface Purchase {
  readonly quote: Quote
  readonly caller: RequestContext
  readonly nodes: readonly [Node, Node]
  readonly cards: ReturnType<typeof fakeCardPartner>
  readonly step: NodeEnvironment['step']
  readonly now: () => Date
}

/** The customer's actions in several tabs, and the policy numbers that they were told. */
function customerWith({ quote, caller, nodes, cards, step, now }: Purchase) {
  const acknowledged: string[] = []
  const findQuote = async ({ repositories }: Dependencies) =>
    (await repositories.findQuote(quote.id)) ?? quote

  async function click(at: 0 | 1): Promise<void> {
    const answer = await nodes[at].request(async services =>
      bindByDirectDebit(bodyToBind(await findQuote(services)), caller, services),
    )
    if (answer && 'reply' in answer) acknowledged.push(answer.reply.policyNumber)
  }

  /** The success page: after a payment, or opened by a customer who never paid. */
  async function visit(at: 0 | 1): Promise<void> {
    await step('return')
    const answer = await nodes[at].request(services =>
      policyRetrieve({ query: { uuid: quote.id }, caller, body: undefined, params: {} } as never, services),
    )
    if (answer && 'reply' in answer && 'policyId' in answer.reply)
      acknowledged.push(String(answer.reply.policyId))
  }

  async function payByCard({ node, ending, webhooks, comesBack }: CardAction): Promise<void> {
    const page = await nodes[node].request(services => startCardPayment(quote.id, caller, services))
    if (!page || !('url' in page)) return
    const session = await cards.pay(page.url, ending)
    if (!session) return
    const webhook = { token: session.webhookToken, query: { sessionId: session.id }, body: null }
    await Promise.all([
      ...webhooks.map(async at => {
        await step('webhook')
        await nodes[at].request(services => handleWindcaveWebhook(webhook, services))
      }),
      comesBack ? visit(node) : null,
    ])
  }

  const amend = () =>
    nodes[0].request(async services => {
      const current = await findQuote(services)
      return services.repositories.updateQuoteAtVersion({
        id: quote.id,
        fromVersion: current.version,
        to: 'QUOTED',
        changes: repriced(current),
        now: now(),
      })
    })

  return { acknowledged, click, visit, payByCard, amend }
}

export type Simulation = Awaited<ReturnType<typeof openSimulation>>

export async function openSimulation(app: ScheduleApp, plan: Plan, steps: Steps, mutant: Mutant) {
  const { wired } = app
  let nowMs = Date.parse('2026-11-21T00:00:00Z')
  let isCalm = false
  const findings: Finding[] = []
  const report = (check: string, what: string) => void findings.push({ check, what })
  const now = () => new Date(nowMs)
  const advanceClock = (ms: number) => {
    nowMs += ms
  }
  const step = async (label: string) => {
    if (isCalm || isInTransaction()) return
    await steps.next(label)
    // No two steps have the same time: rows that are ordered by time have one order then.
    advanceClock(1)
  }

  const { quote, caller } = await storeQuote(app, now())
  const faults = plan.faults.values()
  const fault = () => (isCalm ? 'none' : (faults.next().value ?? 'none'))
  const hooks = { step, report, now, quoteId: quote.id, fault }
  const insurer = fakeInsurer(hooks, plan)
  const cards = fakeCardPartner(hooks, plan.forgetfulCards)
  const mail = fakeMailCarrier(hooks)
  const jobs = scheduledQueue(now)
  const environment: NodeEnvironment = {
    wired,
    step,
    working: steps.working,
    report,
    afterCommit: watchStates(app, quote.id, report),
    now,
    advanceClock,
    jobs,
    partners: { insurer: { ...wired.insurer, ...insurer.port }, cards: cards.port, mail: mail.port },
    around: mutant,
  }
  const nodes: [Node, Node] = [startNode(environment), startNode(environment)]
  const customer = customerWith({ quote, caller, nodes, cards, step, now })

  /** Runs the job that is due; false if there is none. */
  async function workOff(at: 0 | 1): Promise<boolean> {
    const job = jobs.take()
    if (!job) return false
    const isDone = await nodes[at].request(services => runJob(jobHandlers(services), job))
    if (isDone !== null) jobs.settle(job, isDone)
    return true
  }

  async function perform(act: ScheduledAction): Promise<unknown> {
    if (act.after > 0) await steps.after(act.after)
    await step(act.act)
    switch (act.act) {
      case 'click':
        return customer.click(act.node)
      case 'card':
        return customer.payByCard(act)
      case 'return':
        return customer.visit(act.node)
      case 'amend':
        return customer.amend()
      case 'clock':
        return advanceClock(act.seconds * 1_000)
      case 'requeue':
        return nodes[act.node].request(requeueLostJobs)
      case 'crash':
        nodes[act.node].crash()
        nodes[act.node] = startNode(environment)
        return
      case 'work':
        for (let round = 0; round < 3; round += 1) {
          await step('worker')
          await workOff(act.node)
        }
    }
  }

  return {
    perform,
    /** The partners work again, and time passes until nothing is left to do. */
    async quiesce(): Promise<void> {
      isCalm = true
      for (let round = 0; round < 20; round += 1) {
        advanceClock(61_000)
        await requeueLostJobs(nodes[0].services)
        while (await workOff(0));
      }
    },
    readRecords: () => readRecords(app, quote.id),
    insurer,
    cards,
    mail,
    jobs,
    acknowledged: customer.acknowledged,
    findings,
  }
}
