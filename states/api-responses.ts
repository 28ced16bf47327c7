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
  const quote = (): Reply => ({ body: { data: { attributes: quoteOf(draft.answers(), draft.state()) } } })
  switch (name) {
    case 'login':
    case 'session':
      return { body: { JWT: 'book' } }
    case 'validateRecaptcha':
      return { body: { verified: true } }
    case 'vehicleDetails':
      return { body: { regNumber: 'JHU968' } }
    case 'registration':
      return { body: { source: 'book', url: `https://book.example/vehicle?id=${quoteId}&token=book` } }
    case 'vehicleLookup':
      return { body: { results: models } }
    case 'sumInsured':
      return { body: { minSumInsured: 11_000, maxSumInsured: 16_400 } }
    case 'addressSuggest':
      return { body: { lines: [] } }
    case 'addressRisk':
    case 'addressPostal':
      return { body: found }
    case 'quoteCreate':
      return draft.answers().driver.drivers[0]?.firstName ? quote() : { body: { quoteId, status: 'DRAFT' } }
    case 'quoteAmend':
      return quote()
    case 'emailQuote':
      return { body: { sent: true } }
    case 'quoteBind':
      return { body: { policyNumber: 'OR000048151' } }
    case 'policyRetrieve':
      return {
        body: {
          policyId: 'OR000048151',
          paymentFrequency: 'FORTNIGHTLY',
          cover: 'COMPREHENSIVE',
          amountCovered: 13_700,
        },
      }
    case 'directDebitTerm':
      return { body: directDebitTerms(brand) }
    default:
      return { status: 204 }
  }
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
