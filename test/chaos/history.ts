/** Records customers' requests and responses of a chaos run, and checks that each quote has one policy. */

export interface RecordedResponse {
  readonly quoteId: string
  readonly what: 'bind' | 'read'
  readonly askedMs: number
  readonly toldMs: number
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
