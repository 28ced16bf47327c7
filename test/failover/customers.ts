/** The customers of the failover test: two a second buy, by bank or by card, and retry when asked to. */
import { setTimeout as delay } from 'node:timers/promises'
import { payByCard } from '#test/cards.ts'
import { type Client, createClient, policyNumberIn, withCall } from '#test/client.ts'
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

export type Customers = ReturnType<typeof startCustomers>

export function startCustomers(origin: string) {
  /** Purchases that were confirmed to a customer. */
  const acknowledged: Purchase[] = []
  /** When policies by bank were bought, in milliseconds of `performance.now()`. */
  const boundAtMs: number[] = []
  /** The number of calls per response status; 0 for a call without a response. */
  const answers = new Map<number, number>()
  /** The errors that stopped a purchase. */
  const failures: string[] = []
  const shopping = new Set<Promise<void>>()
  let begun = 0
  let isOver = false

  const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1)

  /** Retries while there is no response, or one that says to retry. */
  async function untilAnswered<R extends { readonly status: number }>(ask: () => Promise<R>): Promise<R> {
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const reply = await ask().catch(() => null)
      count(reply?.status ?? 0)
      if (reply && ![429, 502, 503, 504].includes(reply.status)) return reply
      if (performance.now() > giveUpAt) throw new Error('never answered')
      await delay(askAgainMs)
    }
  }

  /** A client that retries its calls. */
  function patientClient(): Client {
    const client = createClient(origin)
    return withCall(client, (name, options) => untilAnswered(() => client.call(name, options)))
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
    await payByCard(page.data.attributes.url)
    const giveUpAt = performance.now() + patienceMs
    while (performance.now() < giveUpAt) {
      const { json } = await client.call('policyRetrieve', { query: { uuid: quote.id } })
      const policyNumber = policyNumberIn(json)
      if (policyNumber !== null) {
        acknowledged.push({ quoteId: quote.id, policyNumber })
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
    /** Stops new customers, and waits for those in progress. */
    async stop() {
      isOver = true
      clearInterval(timer)
      await Promise.all(shopping)
    },
  }
}
