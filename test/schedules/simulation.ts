/**
 * Simulation of one quote, one customer with several tabs, two nodes and every partner, in memory. It runs
 * the application's own purchase code in the order of a schedule, crashes nodes, and compares all records at
 * the end.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { readBrands } from '#brands/index.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { bindAttemptMoves, paymentMoves, quoteMoves } from '#journey/purchase-states.ts'
import { readConfig } from '#server/config.ts'
import { jobHandlers } from '#server/jobs/handlers.ts'
import { reconcile } from '#server/jobs/reconcile.ts'
import type { Dependencies } from '#server/lib/context.ts'
import { readKeys } from '#server/lib/crypto.ts'
import { bindByBank } from '#server/purchase/bind-by-bank.ts'
import { startCardPayment } from '#server/purchase/start-card-payment.ts'
import { policyRetrieve } from '#server/routes/policy-retrieve.ts'
import { handleCardNotification } from '#server/webhooks/card-payment.ts'
import { fakeCardPartner, fakeInsurer, fakeMailCarrier } from './fake-partners.ts'
import { inMemoryQueue } from './in-memory-queue.ts'
import { beginTransaction, commit } from './in-memory-table.ts'
import { emptyTables, openStates } from './in-memory-tables.ts'
import { bodyToBind, customerOf, readyQuote, repriced } from './sample-quote.ts'
import type { Finding, Mutation, Plan, ScheduledAction } from './schedule-plan.ts'
import { type Node, type NodeEnvironment, startNode } from './simulated-node.ts'

const brands = readBrands()
const config = readConfig({
  CAPTCHA: 'off',
  JWT_KEY: randomBytes(32).toString('base64'),
  PII_KEYS: `1:${randomBytes(32).toString('base64')}`,
})
const keys = readKeys(config)
const brand = brands.get('openroad') ?? raise('no brand')

function raise(what: string): never {
  throw new Error(what)
}

export type Simulation = ReturnType<typeof openSimulation>

export function openSimulation(
  plan: Plan,
  scheduled: (label: string) => Promise<void>,
  spoilt: Mutation = {},
) {
  const tables = emptyTables({ withoutPaymentOpen: spoilt.withoutPaymentOpen === true })
  let nowMs = Date.parse('2026-11-21T00:00:00Z')
  let calm = false
  let faultsUsed = 0
  const findings: Finding[] = []
  const finding = (check: string, what: string) => void findings.push({ check, what })
  let steps = 0
  const waiting: { readonly at: number; readonly go: () => void }[] = []
  const letGo = (until: number) => {
    while (waiting[0] && waiting[0].at <= until) waiting.shift()?.go()
  }
  const step = (label: string) => {
    if (calm) return Promise.resolve()
    steps += 1
    letGo(steps)
    return scheduled(label)
  }
  /** Until so many steps have been made. */
  const reached = (at: number) =>
    new Promise<void>(go => {
      waiting.push({ at, go })
      waiting.sort((one, other) => one.at - other.at)
    })
  const means = {
    step,
    finding,
    now: () => new Date(nowMs),
    fault: () => (calm ? 'none' : (plan.faults[faultsUsed++] ?? 'none')),
  }
  const insurer = fakeInsurer(means, plan)
  const cards = fakeCardPartner(means, plan.forgetfulCards)
  const mail = fakeMailCarrier(means)
  const jobs = inMemoryQueue(means.now)

  const lastStates = new Map<string, string>()
  let mostOpen = 0
  /** After every commit: was each move in the table, and how many payments are open? */
  function look(): void {
    const moved = (id: string, state: string, moves: Readonly<Record<string, readonly string[]>>) => {
      const before = lastStates.get(id)
      if (before !== undefined && before !== state && !moves[before]?.includes(state))
        finding('I8', `${before} to ${state}`)
      lastStates.set(id, state)
    }
    for (const row of tables.quote.committed()) moved(row.id, row.status, quoteMoves)
    for (const row of tables.payment.committed()) moved(row.id, row.state, paymentMoves)
    for (const row of tables.issuance.committed())
      moved(`issuance ${row.quote_id}`, row.state, bindAttemptMoves)
    const open = tables.payment.committed().filter(({ state }) => openStates.has(state))
    mostOpen = Math.max(mostOpen, open.length)
  }

  const sessionId = randomUUID()
  const quote = readyQuote(brand.key, means.now())
  const visitor = customerOf(quote, brand, sessionId)
  const start = beginTransaction()
  const ready = Promise.all([
    tables.quote.insert(start, quote),
    tables.level.insert(start, { key: `${sessionId}|${quote.id}`, level: 'EDIT_QUOTE' }),
  ]).then(() => commit(start))

  const surroundings: NodeEnvironment = {
    step,
    finding,
    look,
    now: means.now,
    passes(ms) {
      nowMs += ms
    },
    tables,
    jobs,
    partners: { insurer: insurer.port, cards: cards.port, mail: mail.port },
    fixed: { config, keys, brands },
    around: spoilt.around,
  }
  const nodes: [Node, Node] = [startNode(surroundings), startNode(surroundings)]
  const acknowledged: string[] = []

  /** A request: its answer, or null where the node died before it came or broke. */
  async function request<T>(at: 0 | 1, work: (services: Dependencies) => Promise<T>): Promise<T | null> {
    const node = nodes[at]
    return Promise.race([work(node.services).catch(() => null), node.died.then(() => null)])
  }

  async function workOff(at: 0 | 1): Promise<boolean> {
    const { services, died } = nodes[at]
    const job = await jobs.take()
    if (!job) return false
    const done = await Promise.race([
      (jobHandlers(services)[job.kind] as (payload: unknown) => Promise<void>)(job.payload).then(
        () => true,
        () => false,
      ),
      died.then(() => null),
    ])
    if (done !== null) await jobs.settle(job.id, done)
    return true
  }

  /** The success page, as the browser opens it when it comes back, or as somebody opens it who never paid. */
  async function visit(at: 0 | 1): Promise<void> {
    await step('return')
    const answer = await request(at, services =>
      policyRetrieve({ query: { uuid: quote.id }, visitor, body: undefined, params: {} } as never, services),
    )
    if (answer && 'reply' in answer && 'policyId' in answer.reply)
      acknowledged.push(String(answer.reply.policyId))
  }

  async function perform(act: ScheduledAction): Promise<void> {
    if (act.after > 0) await reached(act.after)
    await step(act.act)
    switch (act.act) {
      case 'click': {
        const current = tables.quote.committed().find(row => row.id === quote.id) ?? quote
        const answer = await request(act.node, services => bindByBank(bodyToBind(current), visitor, services))
        if (answer && 'reply' in answer) acknowledged.push(answer.reply.policyNumber)
        return
      }
      case 'card': {
        const page = await request(act.node, services => startCardPayment(quote.id, visitor, services))
        if (!page || !('url' in page)) return
        const session = await cards.pay(page.url, act.ending)
        if (!session) return
        const { noticeToken: token, id } = session
        await Promise.all([
          ...act.notices.map(async at => {
            await step('notice')
            await request(at, services =>
              handleCardNotification({ token, query: { sessionId: id }, body: null }, services),
            )
          }),
          act.comesBack ? visit(act.node) : null,
        ])
        return
      }
      case 'return':
        return visit(act.node)
      case 'amend': {
        const current = tables.quote.committed().find(row => row.id === quote.id) as Quote
        await request(0, services =>
          services.repositories.updateQuoteAtVersion({
            id: quote.id,
            fromVersion: current.version,
            to: 'QUOTED',
            changes: repriced(current),
            now: means.now(),
          }),
        )
        return
      }
      case 'clock':
        nowMs += act.seconds * 1_000
        return
      case 'reconcile':
        await request(act.node, reconcile)
        return
      case 'crash':
        nodes[act.node].crash()
        nodes[act.node] = startNode(surroundings)
        return
      case 'work':
        for (let round = 0; round < 3; round += 1) {
          await step('worker')
          await workOff(act.node)
        }
        return
    }
  }

  return {
    ready,
    perform,
    /** Nothing else moves: lets the next one who waits go; false when nobody does. */
    nudge(): boolean {
      const [first] = waiting
      if (first) letGo(first.at)
      return first !== undefined
    },
    /** Partners are well again and time goes on until nothing is left to do. */
    async quiesce(): Promise<void> {
      calm = true
      for (let round = 0; round < 20; round += 1) {
        nowMs += 61_000
        await reconcile(nodes[0].services)
        while (await workOff(0));
      }
    },
    quote,
    tables,
    insurer,
    cards,
    mail,
    jobs,
    acknowledged,
    findings,
    mostOpenPayments: () => mostOpen,
  }
}
