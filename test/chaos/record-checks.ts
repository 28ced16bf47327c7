/** Checks after a chaos run that our records, the partners' and the customers' responses agree. */
import type { Database } from '#db/client.ts'
import { wireToCents } from '#journey/money.ts'
import type { Sandbox } from '#sandbox/server.ts'
import type { ChaosPartners } from './partners.ts'

export interface Difference {
  readonly check: string
  readonly what: string
}

interface Sold {
  readonly quoteId: string
  readonly quoteNumber: string
  readonly policyNumber: string
  readonly priceCents: number
  readonly byCard: boolean
}

async function soldHere({ pool }: Database): Promise<Sold[]> {
  const { rows } = await pool.query<Sold>(
    `select p.quote_id as "quoteId", q.quote_number as "quoteNumber", p.policy_number as "policyNumber",
       (p.record->'payment'->>'amountCents')::int as "priceCents", i.payment_id is not null as "byCard"
     from policy p join quote q on q.id = p.quote_id join bind_attempt i on i.quote_id = p.quote_id`,
  )
  return rows
}

/** Captured minus refunded cents by quote number. */
function keptByQuote({ cardSessions }: Sandbox) {
  const kept = new Map<string, number>()
  let captured = 0
  let refunded = 0
  for (const { request, purchase, refunds } of cardSessions()) {
    if (!purchase?.authorised) continue
    captured += 1
    refunded += refunds.length
    const [paidCents = 0, ...backCents] = [purchase, ...refunds].map(one => wireToCents(Number(one.amount)))
    const cents = backCents.reduce((left, back) => left - back, paidCents)
    kept.set(request.merchantReference, (kept.get(request.merchantReference) ?? 0) + cents)
  }
  return { kept, captured, refunded }
}

/** The card sessions that the bank approved. */
export const approvedAmong = ({ cardSessions }: Sandbox, sessions: readonly string[]): string[] =>
  cardSessions().flatMap(({ id, purchase }) => (purchase?.authorised && sessions.includes(id) ? [id] : []))

type PolicyNumbers = Pick<Sold, 'policyNumber' | 'quoteNumber'>

/** Policies that only one side has, and quotes that the insurer sold twice. */
function policyDifferences(ours: readonly PolicyNumbers[], theirs: readonly PolicyNumbers[]): Difference[] {
  const notIn = (others: readonly PolicyNumbers[], policies: readonly PolicyNumbers[]) => {
    const known = new Map(others.map(one => [one.policyNumber, one.quoteNumber]))
    return policies.filter(one => known.get(one.policyNumber) !== one.quoteNumber)
  }
  const sales = [...Map.groupBy(theirs, one => one.quoteNumber)]
  return [
    ...notIn(ours, theirs).map(one => ({ check: 'I2', what: `${one.policyNumber} only at the insurer` })),
    ...notIn(theirs, ours).map(one => ({ check: 'I2', what: `${one.policyNumber} only here` })),
    ...sales
      .filter(([, made]) => made.length > 1)
      .map(([quote, made]) => ({
        check: 'one policy',
        what: `${quote} has ${made.length} policies at the insurer`,
      })),
  ]
}

/** Money of cards that was kept without a policy of this price, and policies whose card was never charged. */
function moneyDifferences(ours: readonly Sold[], kept: ReadonlyMap<string, number>): Difference[] {
  const paidByCard = ours.filter(one => one.byCard)
  const due = new Map(paidByCard.map(one => [one.quoteNumber, one.priceCents]))
  return [
    ...[...kept]
      .filter(([quote, cents]) => cents !== (due.get(quote) ?? 0))
      .map(([quote, cents]) => ({
        check: 'money',
        what: `${quote}: ${cents} cents kept, ${due.get(quote) ?? 0} are due`,
      })),
    ...paidByCard
      .filter(one => !kept.has(one.quoteNumber))
      .map(one => ({ check: 'I5', what: `${one.policyNumber} was never paid` })),
  ]
}

/** Policies that were not mailed as exactly one message. */
function mailDifferences(ours: readonly PolicyNumbers[], messageIds: readonly string[]): Difference[] {
  const mailed = (policyNumber: string) =>
    messageIds.filter(id => id.startsWith(`<policy.${policyNumber}@`)).length
  return ours
    .filter(one => mailed(one.policyNumber) !== 1)
    .map(one => ({ check: 'I11', what: `${one.policyNumber} has ${mailed(one.policyNumber)} messages` }))
}

export async function compare(
  database: Database,
  { sandbox, mails }: Pick<ChaosPartners, 'sandbox' | 'mails'>,
) {
  const ours = await soldHere(database)
  const theirs = sandbox.soldPolicies().map(({ policy_number, quote_number }) => ({
    policyNumber: policy_number,
    quoteNumber: quote_number,
  }))
  const { kept, captured, refunded } = keptByQuote(sandbox)
  return {
    differences: [
      ...policyDifferences(ours, theirs),
      ...moneyDifferences(ours, kept),
      ...mailDifferences(ours, [...mails.keys()]),
    ],
    policies: new Map(ours.map(one => [one.quoteId, one.policyNumber])),
    figures: {
      policies: ours.length,
      byCard: ours.filter(one => one.byCard).length,
      atTheInsurer: theirs.length,
      captured,
      refunded,
      repeatedMails: [...mails.values()].reduce((sum, times) => sum + times - 1, 0),
    },
  }
}

export interface RecordedResponse {
  readonly quoteId: string
  readonly what: 'bind' | 'read'
  readonly askedMs: number
  readonly answeredMs: number
  /** ok: a policy number; fail: a definite refusal; info: no response, or an indefinite one. */
  readonly outcome: 'ok' | 'fail' | 'info'
  readonly policyNumber?: string
}

/** Counts customers with a policy number, all responses, and indefinite responses. */
export const counted = (history: readonly RecordedResponse[]) => ({
  acknowledged: new Set(history.filter(one => one.outcome === 'ok').map(one => one.quoteId)).size,
  answers: history.length,
  withoutAnswer: history.filter(one => one.outcome === 'info').length,
})

/** After a policy number, every later response and the final records must have the same number or be indefinite. */
export function anomalies(
  history: readonly RecordedResponse[],
  policies: ReadonlyMap<string, string>,
): Difference[] {
  const found: Difference[] = []
  for (const [quoteId, responses] of Map.groupBy(history, one => one.quoteId)) {
    const differ = (what: string) => void found.push({ check: 'history', what: `${quoteId}: ${what}` })
    const yes = responses.filter(({ outcome }) => outcome === 'ok')
    const numbers = new Set(yes.map(({ policyNumber }) => policyNumber))
    const [number] = numbers
    if (number === undefined) continue
    if (numbers.size > 1) differ(`told ${[...numbers].join(' and ')}`)
    const firstAnswered = Math.min(...yes.map(({ answeredMs }) => answeredMs))
    if (responses.some(({ outcome, askedMs }) => outcome === 'fail' && askedMs > firstAnswered))
      differ(`${number} was gone when asked again`)
    if (policies.get(quoteId) !== number) differ(`told ${number}, has ${policies.get(quoteId) ?? 'none'}`)
  }
  return found
}
