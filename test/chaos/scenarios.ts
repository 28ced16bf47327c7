/** The purchases of the crash point harness: actions, expected end, and own crash points of each scenario. */
import { setTimeout as delay } from 'node:timers/promises'
import { payByCard } from '#test/cards.ts'
import { type Client, policyNumberIn } from '#test/client.ts'
import { bindBody, paymentUrlsAt, type RatedCustomer, ratedBody } from '#test/purchase.ts'
import type { ChaosEnvironment } from './environment.ts'
import type { RecordedResponse } from './record-checks.ts'

export const scenarios = ['direct debit', 'card webhook', 'card return', 'refund', 'mail', 'purge'] as const
export type Scenario = (typeof scenarios)[number]

export const isByCard = (scenario: Scenario): boolean => !['direct debit', 'mail', 'purge'].includes(scenario)

/** True once a purchase has its expected end; polled. */
type Goal = (environment: ChaosEnvironment, quote: RatedCustomer) => Promise<boolean>

const asked = async (environment: ChaosEnvironment, statement: string, id: string): Promise<boolean> =>
  ((await environment.database.pool.query(statement, [id])).rowCount ?? 0) > 0

const isSold: Goal = (environment, { id }) => asked(environment, 'select from policy where quote_id = $1', id)

export const goals: Readonly<Record<Scenario, Goal>> = {
  'direct debit': isSold,
  'card webhook': isSold,
  'card return': isSold,
  refund: (environment, { id }) =>
    asked(environment, `select from payment where quote_id = $1 and state = 'REFUNDED'`, id),
  mail: (environment, { id }) =>
    asked(environment, `select from audit where quote_id = $1 and what = 'policy-mail-accepted'`, id),
  purge: (environment, { id }) =>
    asked(environment, 'select from quote where id = $1 and anonymised_at is not null', id),
}

export interface Customer {
  readonly client: Client
  readonly careful: Client
  readonly quote: RatedCustomer
}

/** The part of a purchase during which the node may crash. */
type Walk = (
  environment: ChaosEnvironment,
  customer: Customer,
  webhooks: { lost: boolean },
  record: (response: RecordedResponse) => void,
) => Promise<void>

async function bind(
  { client, quote }: Customer,
  record: (response: RecordedResponse) => void,
): Promise<boolean> {
  const askedMs = performance.now()
  const reply = await client.call('quoteBind', { body: bindBody(quote) }).catch(() => null)
  if (reply?.status !== 200) return false
  const { policyNumber } = reply.ok()
  record({
    quoteId: quote.id,
    what: 'bind',
    askedMs,
    answeredMs: performance.now(),
    outcome: 'ok',
    policyNumber,
  })
  return true
}

/** Longer than a node takes to restart on a busy machine. */
const patienceMs = 90_000

/** Retries until the site is back. */
async function untilDone(work: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + patienceMs
  while (!(await work()) && performance.now() < until) await delay(250)
}

const openPage = ({ client, quote }: Customer, origin: string): Promise<string | null> =>
  client.call('paymentCreate', { body: paymentUrlsAt(origin, quote.id) }).then(
    reply => (reply.status === 200 ? reply.ok().data.attributes.url : null),
    () => null,
  )

async function pageOf(customer: Customer, environment: ChaosEnvironment): Promise<string> {
  let page: string | null = null
  await untilDone(async () => {
    page = await openPage(customer, environment.proxy.origin)
    return page !== null
  })
  if (page === null) throw new Error('no card page came')
  return page
}

const comeBack = ({ client, quote }: Customer) =>
  untilDone(async () => {
    const reply = await client.call('policyRetrieve', { query: { uuid: quote.id } }).catch(() => null)
    return reply?.status === 200 && policyNumberIn(reply.json) !== null
  })

const byBank: Walk = (_, customer, __, record) => untilDone(() => bind(customer, record))

async function byCard(environment: ChaosEnvironment, customer: Customer): Promise<void> {
  await payByCard(await pageOf(customer, environment))
}

export const walks: Readonly<Record<Scenario, Walk>> = {
  'direct debit': byBank,
  mail: byBank,
  async 'card webhook'(environment, customer, webhooks) {
    webhooks.lost = false
    await byCard(environment, customer)
  },
  async 'card return'(environment, customer, webhooks) {
    webhooks.lost = true
    await byCard(environment, customer)
    await comeBack(customer)
  },
  async refund(environment, customer, webhooks) {
    webhooks.lost = true
    const page = await pageOf(customer, environment)
    const { id, car } = customer.quote
    const body = ratedBody(id, car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
    await customer.careful.call('quoteAmend', { body })
    webhooks.lost = false
    await payByCard(page)
  },
  async purge(environment, { quote }) {
    // Due but not overdue: an overdue purge would break an invariant, and the crash comes before the purge.
    const old = `now() - interval '60 days 1 hour'`
    await environment.database.pool.query(
      `update quote set created_at = ${old}, changed_at = ${old}, valid_until = (${old})::date + 30 where id = $1`,
      [quote.id],
    )
  },
}

/** Mail and purge have their own points; the points of their purchases belong to other scenarios. */
export function belongs(scenario: Scenario, point: string): boolean {
  const purging = /anonymise|delete|destroy/.test(point)
  const mailing = /upsertLoginToken|mail\.send|repositories\.recordAuditEvent/.test(point)
  if (scenario === 'purge') return purging || point.includes('repositories.recordAuditEvent')
  if (scenario === 'mail') return mailing
  return !purging && !mailing
}
