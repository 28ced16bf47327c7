/** A simulated customer of a chaos run, with several tabs, who may leave early or send false data. */
import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointName } from '#contract/routes.ts'
import { goodCard, payByCard } from '#test/cards.ts'
import {
  type CallOptions,
  type Client,
  createClient,
  policyNumberIn,
  type Reply,
  withCall,
} from '#test/client.ts'
import {
  bindBody,
  createRatedQuote,
  paymentUrlsAt,
  type RatedCustomer,
  ratedBody,
  savePolicyholders,
} from '#test/purchase.ts'
import type { RecordedResponse } from './record-checks.ts'
import type { SeededRandom } from './seeded-random.ts'

/** How probable each behaviour is. */
const ways = { tripleClick: 0.4, twoTabs: 0.3, walkAway: 0.15, forgedVisit: 0.1, byCard: 0.5 }

export interface CustomerJourney {
  readonly kind: 'bank' | 'card' | 'forged'
  readonly walkedAway: boolean
}

const declinedCard = '5431111111111228'
const patienceMs = 600_000
const pollsForPolicy = 25

/** Retries calls that failed or were refused as busy, as a person does before the purchase. */
const patient = (inner: Client, random: SeededRandom): Client =>
  withCall(inner, async (name, options) => {
    const until = performance.now() + patienceMs
    for (;;) {
      const reply = await inner.call(name, options).catch(() => null)
      if (reply && reply.status < 500 && reply.status !== 429 && reply.status !== 409) return reply
      if (performance.now() > until) throw new Error(`${name} was never answered: ${reply?.status}`)
      await delay(random.between(50, 400))
    }
  })

/** Opens the first page, which sets the cookie. */
async function visit(client: Client, random: SeededRandom): Promise<void> {
  while (client.cookies.size === 0) {
    await client.request('/vehicle').then(
      answer => answer.arrayBuffer(),
      () => null,
    )
    if (client.cookies.size === 0) await delay(random.between(100, 500))
  }
}

export async function travel(
  origin: string,
  random: SeededRandom,
  record: (response: RecordedResponse) => void,
): Promise<CustomerJourney> {
  const client = createClient(origin)
  const careful = patient(client, random)
  await visit(client, random)
  const byCard = random.chance(ways.byCard)
  const quote = await createRatedQuote(
    careful,
    byCard ? { frequency: random.pick(['ANNUAL', 'MONTHLY']) } : {},
  )
  const { id: quoteId } = quote
  const clicks = random.chance(ways.tripleClick) ? 3 : 1
  const tabs = random.chance(ways.twoTabs) ? 2 : 1
  const walkedAway = random.chance(ways.walkAway)

  async function recordedCall<N extends EndpointName>(
    what: RecordedResponse['what'],
    name: N,
    options: CallOptions<N>,
  ): Promise<Reply<N> | null> {
    const askedMs = performance.now()
    const reply = await client.call(name, options).catch(() => null)
    record({ quoteId, what, askedMs, answeredMs: performance.now(), ...meaning(reply) })
    return reply
  }

  /** Sends the bind until the response is definite, as the page does. */
  async function sendBind(): Promise<void> {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const reply = await recordedCall('bind', 'quoteBind', { body: bindBody(quote) })
      if (walkedAway || reply?.status === 200 || reply?.status === 409) return
      await delay(random.between(500, 3_000))
    }
  }

  /** Polls for the policy as the success page does. */
  async function pollPolicy(times: number): Promise<void> {
    for (let attempt = 0; attempt < times; attempt += 1) {
      const reply = await recordedCall('read', 'policyRetrieve', { query: { uuid: quoteId } })
      if (reply && meaning(reply).outcome === 'ok') return
      await delay(random.between(400, 1_500))
    }
  }

  async function cardPage(): Promise<string | null> {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const reply = await client
        .call('paymentCreate', { body: paymentUrlsAt(origin, quoteId) })
        .catch(() => null)
      if (reply?.status === 200) return reply.ok().data.attributes.url
      if (reply && reply.status < 500 && reply.status !== 429) return null
      await delay(random.between(300, 1_500))
    }
    return null
  }

  async function pay(page: string): Promise<void> {
    if (random.chance(0.1)) {
      await fetch(`${page}/cancel`, { redirect: 'manual' }).catch(() => null)
      return
    }
    const card = random.chance(0.15) ? { ...goodCard, cardNumber: declinedCard } : goodCard
    await payByCard(page, card).catch(() => null)
  }

  const together = (work: () => Promise<void>) =>
    Promise.all(Array.from({ length: clicks * tabs }, () => work()))

  async function buyByBank(): Promise<void> {
    await together(sendBind)
    if (!walkedAway) await pollPolicy(2)
  }

  async function buyByCard(): Promise<void> {
    const pages: string[] = []
    await together(async () => {
      const page = await cardPage()
      if (page !== null) pages.push(page)
    })
    if (random.chance(0.08)) await change(careful, quote)
    await Promise.all(pages.slice(0, tabs).map(pay))
    if (!walkedAway && random.chance(0.7)) {
      // Retries a declined or cancelled payment; a paid one gives no new page.
      const again = await cardPage()
      if (again !== null) await pay(again)
    }
    if (!walkedAway) await pollPolicy(pollsForPolicy)
  }

  if (!byCard) {
    await buyByBank()
    return { kind: 'bank', walkedAway }
  }
  await savePolicyholders(careful, quote)
  if (random.chance(ways.forgedVisit)) {
    await cardPage()
    await pollPolicy(3)
    return { kind: 'forged', walkedAway }
  }
  await buyByCard()
  return { kind: 'card', walkedAway }
}

/** Changes the quote on step 3 while the card page is open, so that its price no longer holds. */
async function change(client: Client, quote: RatedCustomer): Promise<void> {
  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
  await client.call('quoteAmend', { body }).catch(() => null)
}

function meaning(reply: Reply<EndpointName> | null): Pick<RecordedResponse, 'outcome' | 'policyNumber'> {
  if (reply?.status !== 200) return { outcome: 'info' }
  const policyNumber = policyNumberIn(reply.json)
  return policyNumber === null ? { outcome: 'fail' } : { outcome: 'ok', policyNumber }
}
