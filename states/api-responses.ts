/**
 * Responses of the /edge calls in the state book: all succeed by default, and a state can replace each one.
 */
import { problems } from '#contract/problems.ts'
import { type EndpointName, routes } from '#contract/routes.ts'
import { directDebitTerms } from '#documents/direct-debit-terms.ts'
import { address } from '#test/samples/customer.ts'
import type { ApiDependencies } from '#web/api/client.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import type { PublicBrand } from '#web/lib/page-settings.ts'
import { models, quoteId } from './customer.ts'
import { quoteOf } from './insurer.ts'
import type { Reply, State } from './state.ts'

const never = new Promise<never>(() => {})

const found = { data: { attributes: { status: 'SUGGESTED', suggestedAddresses: [address] } } }

/** Made at each call, because prices depend on the current answers. */
function usual(name: EndpointName, draft: Draft, brand: PublicBrand): Reply {
  const quote = () => ({ data: { attributes: quoteOf(draft.answers(), draft.state()) } })
  if (name === 'quoteAmend') return { body: quote() }
  if (name === 'quoteCreate')
    return {
      body: draft.answers().driver.drivers[0]?.firstName ? quote() : { quoteId, status: 'DRAFT' },
    }
  if (name === 'directDebitTerm') return { body: directDebitTerms(brand) }
  const body = fixedBodies[name]
  return body ? { body } : { status: 204 }
}

const fixedBodies: { readonly [N in EndpointName]?: object } = {
  login: { JWT: 'book' },
  session: { JWT: 'book' },
  validateRecaptcha: { verified: true },
  vehicleDetails: { regNumber: 'JHU968' },
  registration: { source: 'book', url: `https://book.example/vehicle?id=${quoteId}&token=book` },
  vehicleLookup: { results: models },
  sumInsured: { minSumInsured: 11_000, maxSumInsured: 16_400 },
  addressSuggest: { lines: [] },
  addressRisk: found,
  addressPostal: found,
  emailQuote: { sent: true },
  quoteBind: { policyNumber: 'OR000048151' },
  policyRetrieve: {
    policyId: 'OR000048151',
    paymentFrequency: 'FORTNIGHTLY',
    cover: 'COMPREHENSIVE',
    amountCovered: 13_700,
  },
}

const callAt = (method: string, path: string): EndpointName | undefined =>
  (Object.keys(routes) as EndpointName[]).find(name => {
    const call = routes[name]
    return call.method === method && new RegExp(`^/edge${call.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
  })

function responseOf(reply: Exclude<Reply, 'never'>, isJson: boolean): Response {
  if ('status' in reply) return new Response(null, { status: reply.status })
  if ('refused' in reply) {
    const { status, title } = problems[reply.refused]
    return Response.json(
      { type: 'about:blank', title, status, code: reply.refused, requestId: 'book' },
      { status },
    )
  }
  return isJson ? Response.json(reply.body) : new Response(String(reply.body))
}

/** Replaces the browser's fetch. */
export function fakeFetch(
  state: State | undefined,
  draft: Draft,
  brand: PublicBrand,
): ApiDependencies['fetch'] {
  return async (url, init) => {
    const { pathname } = new URL(url, location.origin)
    const name = callAt(init.method ?? 'GET', pathname)
    if (!name) throw new Error(`The state book knows no call at ${pathname}`)
    const reply = state?.replies?.[name] ?? usual(name, draft, brand)
    return reply === 'never' ? never : responseOf(reply, !('document' in routes[name]))
  }
}
