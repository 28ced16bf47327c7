/**
 * History of customers' requests and responses, and the check that it is consistent with one policy per
 * quote.
 */

export interface RecordedResponse {
  readonly quoteId: string
  readonly what: 'bind' | 'read'
  readonly askedMs: number
  readonly toldMs: number
  /** ok: a policy number; fail: a definite 'there is none'; info: no answer, or one that says neither. */
  readonly outcome: 'ok' | 'fail' | 'info'
  readonly policyNumber?: string
}

export interface Anomaly {
  readonly quoteId: string
  readonly what: string
}

/** Customers who were told a number, all answers, and those that said nothing. */
export const counted = (history: readonly RecordedResponse[]) => ({
  acknowledged: new Set(history.filter(one => one.outcome === 'ok').map(one => one.quoteId)).size,
  answers: history.length,
  withoutAnswer: history.filter(one => one.outcome === 'info').length,
})

/** A number once told stands: every later answer says the same one or nothing definite, and so does the database in the end. */
export function anomalies(
  history: readonly RecordedResponse[],
  policies: ReadonlyMap<string, string>,
): Anomaly[] {
  const found: Anomaly[] = []
  const byQuote = Map.groupBy(history, ({ quoteId }) => quoteId)
  for (const [quoteId, told] of byQuote) {
    const yes = told.filter(({ outcome }) => outcome === 'ok')
    const numbers = new Set(yes.map(({ policyNumber }) => policyNumber))
    const [number] = numbers
    if (number === undefined) continue
    if (numbers.size > 1) found.push({ quoteId, what: `told ${[...numbers].join(' and ')}` })
    const firstTold = Math.min(...yes.map(({ toldMs }) => toldMs))
    if (told.some(({ outcome, askedMs }) => outcome === 'fail' && askedMs > firstTold))
      found.push({ quoteId, what: `${number} was gone when asked again` })
    if (policies.get(quoteId) !== number)
      found.push({ quoteId, what: `told ${number}, has ${policies.get(quoteId) ?? 'none'}` })
  }
  return found
}
