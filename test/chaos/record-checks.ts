/** Compares our database with the partners' records after a chaos run: every cent and policy must be in both. */
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import { jsonFiles } from '#sandbox/json-files.ts'
import { ending, transaction } from '#sandbox/windcave/session.ts'
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
async function keptByQuote(
  cardDir: string,
): Promise<{ kept: Map<string, number>; captured: number; refunded: number }> {
  const files = await jsonFiles(cardDir)
  const kept = new Map<string, number>()
  /** A refund's reference is the payment id, so its quote is found by the session. */
  const quoteOf = new Map<string, string>()
  let captured = 0
  let refunded = 0
  const read = <T>(name: string, shape: z.ZodType<T>) => files.read(name, shape)
  const add = (quoteNumber: string, cents: number) =>
    kept.set(quoteNumber, (kept.get(quoteNumber) ?? 0) + cents)
  for (const name of await files.names('.ending')) {
    const ended = await read(name, ending)
    if (ended?.state !== 'complete' || !ended.transaction.authorised) continue
    captured += 1
    const { sessionId, merchantReference, amount } = ended.transaction
    quoteOf.set(sessionId, merchantReference)
    add(merchantReference, Math.round(Number(amount) * 100))
  }
  for (const name of await files.names('.refund')) {
    const refund = await read(name, transaction)
    if (!refund) continue
    refunded += 1
    const quoteNumber = quoteOf.get(refund.sessionId) ?? refund.merchantReference
    add(quoteNumber, -Math.round(Number(refund.amount) * 100))
  }
  return { kept, captured, refunded }
}

/** The card sessions that the bank approved. */
export async function approvedAmong(cardDir: string, sessions: readonly string[]): Promise<string[]> {
  const files = await jsonFiles(cardDir)
  const ends = await Promise.all(sessions.map(id => files.read(`${id}.ending`, ending)))
  return sessions.filter((_, at) => {
    const end = ends[at]
    return end?.state === 'complete' && end.transaction.authorised
  })
}

export async function compare(
  database: Database,
  { cardDir, insurer, mails }: Pick<ChaosPartners, 'cardDir' | 'insurer' | 'mails'>,
) {
  const differences: Difference[] = []
  const differ = (check: string, what: string) => void differences.push({ check, what })
  const ours = await soldHere(database)
  const theirs = (await insurer.sold()).map(({ policy_number, quote_number }) => ({
    policyNumber: policy_number,
    quoteNumber: quote_number,
  }))
  const money = await keptByQuote(cardDir)

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
