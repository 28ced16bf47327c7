/**
 * Customers at known points of the journey, each with its next call as one request that can be sent
 * repeatedly.
 */
import { endpoints, type RequestBodyOf } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { type Client, createClient } from '#test/client.ts'
import { bindBody, createRatedQuote, type RatedCustomer, savePolicyholders } from '#test/purchase.ts'
import type { LoadRequest } from './closed-loop.ts'

export interface Customer {
  readonly client: Client
  readonly quote: RatedCustomer
}

function timedClient(client: Client, timed: (ms: number) => void): Client {
  const { call } = client
  client.call = async (name, options) => {
    const from = performance.now()
    const answer = await call(name, options)
    timed(performance.now() - from)
    return answer
  }
  return client
}

/** A customer with a price, after step 2. */
async function customerWithQuote(origin: string, timed: (ms: number) => void = () => {}): Promise<Customer> {
  const client = timedClient(createClient(origin), timed)
  await client.request('/vehicle')
  return { client, quote: await createRatedQuote(client) }
}

/** Makes this many customers, a few at a time. */
export async function customers(origin: string, count: number, atOnce = 6): Promise<Customer[]> {
  const made: Customer[] = []
  const worker = async () => {
    while (made.length < count) made.push(await customerWithQuote(origin))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return made.slice(0, count)
}

/** @param timed receives the milliseconds of each call */
export async function buy(origin: string, timed?: (ms: number) => void): Promise<void> {
  const { client, quote } = await customerWithQuote(origin, timed)
  const changed = { ...quote.body, attributes: { ...quote.body.attributes } }
  ;(await client.call('quoteAmend', { body: changed })).ok()
  const newest = (await client.call('quoteAmend', { body: changed })).ok()
  if (!('data' in newest)) throw new Error('an amend without a price')
  await savePolicyholders(client, quote)
  const body = bindBody({ ...quote, attributes: newest.data.attributes })
  ;(await client.call('quoteBind', { body })).ok()
  const policy = await client.call('policyRetrieve', { query: { uuid: quote.id } })
  if (policy.status !== 200) throw new Error(`no policy: ${policy.status}`)
}

/** The calls of `buy`, its first page apart. */
export const callsToBuy = 14

function requestFor<N extends EndpointName>(
  { client }: Customer,
  name: N,
  { body, query }: { body?: RequestBodyOf<N>; query?: Record<string, string> } = {},
): LoadRequest {
  const row = endpoints[name]
  return {
    method: row.method,
    path: `/edge${row.path}${query ? `?${new URLSearchParams(query)}` : ''}`,
    headers: {
      cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      ...(client.token ? { authorization: `Bearer ${client.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
}

export const amendOf = (customer: Customer): LoadRequest =>
  requestFor(customer, 'quoteAmend', { body: customer.quote.body })

export const retrievalOf = (customer: Customer): LoadRequest =>
  requestFor(customer, 'prospectCar', { query: { id: customer.quote.id } })

export const bindOf = (customer: Customer): LoadRequest =>
  requestFor(customer, 'quoteBind', { body: bindBody(customer.quote) })

/**
 * A validated call that needs no database: who asks is in the token alone.
 *
 * @param bodyBytes what its body comes to, filled up where production has a captcha's token
 */
export function withoutDatabase(customer: Customer, token: string, bodyBytes = 0): LoadRequest {
  const body = { vehicleKey: customer.quote.car.vehicleKey }
  const missing = bodyBytes - JSON.stringify({ ...body, recaptchaResponse: '' }).length
  return {
    ...requestFor(customer, 'sumInsured', {
      body: missing < 0 ? body : { ...body, recaptchaResponse: 'x'.repeat(missing) },
    }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }
}
