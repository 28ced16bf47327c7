/**
 * The HTTP transport for Stripe's official library, built on our partner HTTP client: time limit, no
 * redirects, size cap, and no retries by the library.
 */
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { callPartner, type PartnerResponse, parseJson, reasonIn } from '#partners/http.ts'

/** The library counts the body itself, but so does fetch. */
const ownHeaders: ReadonlySet<string> = new Set(['content-length'])

export const httpClientOver = (partner: string): NonNullable<Stripe.StripeConfig['httpClient']> => ({
  getClientName: () => 'fetch',
  async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
    const sent = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    const answer = await callPartner({
      partner,
      url: `${protocol}://${host}:${port}${path}`,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      ...(method === 'POST' ? { body } : {}),
      timeoutMs,
    })
    return {
      getStatusCode: () => answer.status,
      getHeaders: () => Object.fromEntries(answer.headers),
      getRawResponse: () => ({}),
      toStream: () => null,
      toJSON: async () => bodyOf(partner, answer),
    }
  },
})

/** The type of an error that Stripe did not word itself. */
export const errorWithoutType = 'api_error'
const ownError = z.object({ error: z.looseObject({ type: z.string() }) })

/** The library takes whatever has no `error` for a success, also a proxy's error page: it is given one by the status. */
function bodyOf(partner: string, answer: PartnerResponse): unknown {
  if (answer.status >= 200 && answer.status < 300) return parseJson(partner, answer)
  return ownError.safeParse(reasonIn(answer)).data ?? { error: { type: errorWithoutType } }
}
