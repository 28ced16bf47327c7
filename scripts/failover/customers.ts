/**
 * The customers of the failover run: two a second begin a purchase, by bank or by card, and ask again while they are told to
 * come back. Records what was acknowledged, how calls were answered, and when policies were bought.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointName } from '#contract/endpoints.ts'
import { goodCard } from '#test/cards.ts'
import { type CallOptions, type Client, createClient, type Reply } from '#test/client.ts'
import { bindBody, createRatedQuote, paymentUrlsAt, savePolicyholders } from '#test/purchase.ts'

const beginEveryMs = 500
const askAgainMs = 1_000
const patienceMs = 240_000
/** Every fourth customer pays by card. */
const cardEvery = 4

export interface Purchase {
  readonly quoteId: string
  readonly policyNumber: string
}

export interface Customers {
  /** Purchases that a customer was told to be made. */
  readonly acknowledged: readonly Purchase[]
  /** When policies by bank were bought, in milliseconds of `performance.now()`. */
  readonly boundAtMs: readonly number[]
  /** How many calls were answered with each status; 0 for a call without an answer. */
  readonly answers: ReadonlyMap<number, number>
  /** What kept a customer from buying. */
  readonly failures: readonly string[]
  /** No new customers come; waits for those that are there. */
  stop(): Promise<void>
}

export function startCustomers(origin: string): Customers {
  const acknowledged: Purchase[] = []
  const boundAtMs: number[] = []
  const answers = new Map<number, number>()
  const failures: string[] = []
  const shopping = new Set<Promise<void>>()
  let begun = 0
  let isOver = false

  const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1)

  /** Asks again while there is no answer, or one that says to come back. */
  async function untilAnswered(ask: () => Promise<{ readonly status: number } | null>): Promise<void> {
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const reply = await ask().catch(() => null)
      count(reply?.status ?? 0)
      if (reply && ![429, 502, 503, 504].includes(reply.status)) return
      if (performance.now() > giveUpAt) throw new Error('never answered')
      await delay(askAgainMs)
    }
  }

  /** A client whose calls are asked again. */
  function patientClient(): Client {
    const client = createClient(origin)
    const send: Client['call'] = client.call
    client.call = async <N extends EndpointName>(name: N, options?: CallOptions<N>): Promise<Reply<N>> => {
      let answer: Reply<N> | undefined
      await untilAnswered(async () => {
        answer = await send(name, options)
        return answer
      })
      if (!answer) throw new Error(`${name}: no answer`)
      return answer
    }
    return client
  }

  async function buy(byCard: boolean): Promise<void> {
    const client = patientClient()
    await untilAnswered(() => client.request('/vehicle'))
    const quote = await createRatedQuote(client, byCard ? { frequency: 'ANNUAL' } : {})
    if (!byCard) {
      const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote) })).ok()
      boundAtMs.push(performance.now())
      acknowledged.push({ quoteId: quote.id, policyNumber })
      return
    }
    await savePolicyholders(client, quote)
    const page = (await client.call('paymentCreate', { body: paymentUrlsAt(origin, quote.id) })).ok()
    const body = new URLSearchParams({ ...goodCard })
    await fetch(page.data.attributes.url, { method: 'POST', body, redirect: 'manual' })
    const giveUpAt = performance.now() + patienceMs
    while (performance.now() < giveUpAt) {
      const policy = await client.call('policyRetrieve', { query: { uuid: quote.id } })
      if (policy.status === 200 && hasPolicyId(policy.json)) {
        acknowledged.push({ quoteId: quote.id, policyNumber: String(policy.json.policyId) })
        return
      }
      await delay(askAgainMs)
    }
    throw new Error('a paid card page brought no policy')
  }

  const timer = setInterval(() => {
    if (isOver) return
    begun += 1
    const purchase = buy(begun % cardEvery === 0)
      .catch((error: unknown) => void failures.push(error instanceof Error ? error.message : String(error)))
      .finally(() => shopping.delete(purchase))
    shopping.add(purchase)
  }, beginEveryMs)

  return {
    acknowledged,
    boundAtMs,
    answers,
    failures,
    async stop() {
      isOver = true
      clearInterval(timer)
      await Promise.all(shopping)
    },
  }
}

const hasPolicyId = (json: unknown): json is { readonly policyId: unknown } =>
  typeof json === 'object' && json !== null && 'policyId' in json
