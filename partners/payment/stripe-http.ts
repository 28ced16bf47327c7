/** The HTTP client that Stripe's library uses: our partner HTTP client with its time and size limits. */
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { callPartner, type PartnerResponse, parseJson, parseJsonOrNull } from '#partners/http.ts'

/** fetch sets this header itself. */
const droppedHeaders: ReadonlySet<string> = new Set(['content-length'])

export const stripeHttpClient = (partner: string): NonNullable<Stripe.StripeConfig['httpClient']> => ({
  getClientName: () => 'fetch',
  async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
    const sent = Object.entries(headers).filter(([name]) => !droppedHeaders.has(name.toLowerCase()))
    const response = await callPartner({
      partner,
      url: `${protocol}://${host}:${port}${path}`,
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      ...(method === 'POST' ? { body } : {}),
      timeoutMs,
    })
    return {
      getStatusCode: () => response.status,
      getHeaders: () => Object.fromEntries(response.headers),
      getRawResponse: () => ({}),
      toStream: () => null,
      toJSON: async () => toStripeBody(partner, response),
    }
  },
})

/** The type of an error response that is not Stripe's own. */
export const errorWithoutType = 'api_error'
const ownError = z.object({ error: z.looseObject({ type: z.string() }) })

/** The library treats a body without `error` as a success, so a proxy's error page gets one here. */
function toStripeBody(partner: string, response: PartnerResponse): unknown {
  if (response.status >= 200 && response.status < 300) return parseJson(partner, response)
  return ownError.safeParse(parseJsonOrNull(response)).data ?? { error: { type: errorWithoutType } }
}
