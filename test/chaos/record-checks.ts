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

export async function compare(
  database: Database,
  { sandbox, mails }: Pick<ChaosPartners, 'sandbox' | 'mails'>,
) {
  const differences: Difference[] = []
  const differ = (check: string, what: string) => void differences.push({ check, what })
  const ours = await soldHere(database)
  const theirs = sandbox.soldPolicies().map(({ policy_number, quote_number }) => ({
    policyNumber: policy_number,
    quoteNumber: quote_number,
  }))
  const money = keptByQuote(sandbox)

  const ourNumbers = new Map(ours.map(one => [one.policyNumber, one.quoteNumber]))
  const theirNumbers = new Map(theirs.map(one => [one.policyNumber, one.quoteNumber]))
  for (const { policyNumber, quoteNumber } of theirs)
    if (ourNumbers.get(policyNumber) !== quoteNumber) differ('I2', `${policyNumber} only at the insurer`)
  for (const { policyNumber, quoteNumber } of ours)
    if (theirNumbers.get(policyNumber) !== quoteNumber) differ('I2', `${policyNumber} only here`)
  for (const [quoteNumber, made] of Map.groupBy(theirs, one => one.quoteNumber))
    if (made.length > 1) differ('one policy', `${quoteNumber} has ${made.length} policies at the insurer`)

  const byNumber = new Map(ours.map(one => [one.quoteNumber, one]))
  for (const [quoteNumber, cents] of money.kept) {
    const sold = byNumber.get(quoteNumber)
    const due = sold?.byCard ? sold.priceCents : 0
    if (cents !== due) differ('money', `${quoteNumber}: ${cents} cents kept, ${due} are due`)
  }
  for (const { quoteNumber, byCard, policyNumber } of ours)
    if (byCard && !money.kept.has(quoteNumber)) differ('I5', `${policyNumber} was never paid`)

  for (const { policyNumber } of ours) {
    const messages = [...mails.keys()].filter(id => id.startsWith(`<policy.${policyNumber}@`))
    if (messages.length !== 1) differ('I11', `${policyNumber} has ${messages.length} messages`)
  }
  const repeats = [...mails.values()].reduce((sum, times) => sum + times - 1, 0)
  return {
    differences,
    policies: new Map(ours.map(one => [one.quoteId, one.policyNumber])),
    figures: {
      policies: ours.length,
      byCard: ours.filter(one => one.byCard).length,
      atTheInsurer: theirs.length,
      captured: money.captured,
      refunded: money.refunded,
      repeatedMails: repeats,
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

export interface Anomaly {
  readonly quoteId: string
  readonly what: string
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
): Anomaly[] {
  const found: Anomaly[] = []
  const byQuote = Map.groupBy(history, ({ quoteId }) => quoteId)
  for (const [quoteId, responses] of byQuote) {
    const yes = responses.filter(({ outcome }) => outcome === 'ok')
    const numbers = new Set(yes.map(({ policyNumber }) => policyNumber))
    const [number] = numbers
    if (number === undefined) continue
    if (numbers.size > 1) found.push({ quoteId, what: `told ${[...numbers].join(' and ')}` })
    const firstAnswered = Math.min(...yes.map(({ answeredMs }) => answeredMs))
    if (responses.some(({ outcome, askedMs }) => outcome === 'fail' && askedMs > firstAnswered))
      found.push({ quoteId, what: `${number} was gone when asked again` })
    if (policies.get(quoteId) !== number)
      found.push({ quoteId, what: `told ${number}, has ${policies.get(quoteId) ?? 'none'}` })
  }
  return found
}
