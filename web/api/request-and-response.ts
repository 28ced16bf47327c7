/** Builds the fetch request of an API call and converts the response to an ApiResult, which all pages read. */
import type { ResponseOf } from '#contract/endpoints.ts'
import type { ProblemBody, ProblemCode } from '#contract/problems.ts'
import type { Route } from '#contract/routes.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'

export type ApiResult<T> =
  | { readonly outcome: 'ok'; readonly status: 200; readonly data: T }
  /** 204: nothing found, or no online quote. 202: not settled yet. */
  | { readonly outcome: 'no-content'; readonly status: 202 | 204 }
  | {
      readonly outcome: 'error'
      readonly status: number
      readonly code: ProblemCode
      /** Milliseconds until the server wants a retry. */
      readonly retryAfterMs?: number
    }
  /** No response from our server: the connection failed, or a proxy responded. */
  | { readonly outcome: 'network-error' }
  /** No captcha token, or the security check was closed: nothing was sent. The customer may click again. */
  | { readonly outcome: 'captcha-failed' }

export const tooManyRequests = 429

/** True for HTTP 429. A retry at once fails too, and some limits last until tomorrow. */
export const isRateLimited = (result: ApiResult<unknown>): boolean =>
  result.outcome === 'error' && result.status === tooManyRequests

/** A call's request without its types. */
export interface RawRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: Readonly<Record<string, unknown>>
}

export const buildUrl = (call: Route, request: RawRequest, token: string | undefined): string => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(request.params?.[name] ?? ''),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) query.set(name, value)
  if (call.method === 'GET' && token !== undefined) query.set('captchaRequest', token)
  const text = query.toString()
  return `/edge${path}${text ? `?${text}` : ''}`
}

export function toRequestInit(
  call: Route,
  request: RawRequest,
  token: string | undefined,
  bearer: string | null,
  traceparent: string | undefined,
): RequestInit {
  const headers: Record<string, string> = traceparent ? { traceparent } : {}
  if (call.access === 'bearer' && bearer) headers.authorization = `Bearer ${bearer}`
  if (call.access === 'passThrough') headers.authorization = passThroughAuthorization
  const init: RequestInit = { method: call.method, headers, cache: 'no-store' }
  if (call.method === 'GET') return init
  if (call.form) {
    init.body = new URLSearchParams(request.body as Record<string, string>)
  } else {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(
      token === undefined ? (request.body ?? {}) : { ...request.body, recaptchaResponse: token },
    )
  }
  return init
}

const longestWaitSeconds = 10

/** Statuses a proxy sends when it reaches no server, or gets no response from it. Some proxies have their own from 520. */
const isProxyStatus = (status: number): boolean => [502, 503, 504].includes(status) || status >= 520

async function readData({ document }: Route, response: Response): Promise<unknown> {
  if (!document) return response.json()
  return document === 'application/pdf' ? new Uint8Array(await response.arrayBuffer()) : response.text()
}

export async function parseResponse(call: Route, response: Response): Promise<ApiResult<unknown>> {
  if (response.status === 202 || response.status === 204)
    return { outcome: 'no-content', status: response.status }
  if (response.status === 200) return { outcome: 'ok', status: 200, data: await readData(call, response) }
  const problem: Partial<ProblemBody> | null = await response.json().catch(() => null)
  const code = problem?.code
  // Without a code the body is not our server's.
  if (!code && isProxyStatus(response.status)) return { outcome: 'network-error' }
  const seconds = Number(response.headers.get('retry-after'))
  return {
    outcome: 'error',
    status: response.status,
    code: code ?? 'INTERNAL',
    ...(seconds > 0 && { retryAfterMs: Math.min(seconds, longestWaitSeconds) * 1000 }),
  }
}

const hex = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => (byte % 16).toString(16)).join('')

/** A new W3C traceparent: the server spans of one call share it. It is random, so it does not identify the customer. */
export const newTraceParent = (): string => `00-${hex(32)}-${hex(16)}-01`

/** The URL of the payment page. Null unless it is an absolute http(s) URL: the browser follows no other. */
export function paymentPageUrl(
  result: ApiResult<ResponseOf<'paymentCreate'> | ResponseOf<'paymentRetry'>>,
): string | null {
  const url = result.outcome === 'ok' ? result.data.data?.attributes?.url : undefined
  return url && /^https?:\/\/\w\S*$/i.test(url) ? url : null
}
