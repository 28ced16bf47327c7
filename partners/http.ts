/**
 * The HTTP client of all partner adapters, with a time limit, a size limit and no redirects. Its errors never contain
 * request or response content.
 */

export type PartnerErrorKind =
  | 'timeout'
  | 'unreachable'
  | 'too-large'
  | 'not-json'
  /** The request was not sent: the daily quota is used up. */
  | 'daily quota used up'

export class PartnerError extends Error {
  readonly partner: string
  readonly kind: PartnerErrorKind
  /** The error code of the system, TLS or HTTP, such as 'ENOTFOUND' or 'CERT_HAS_EXPIRED'. */
  readonly code: string | null

  constructor(partner: string, kind: PartnerErrorKind, code: string | null = null) {
    super(`${partner}: ${code ?? kind}`)
    this.name = 'PartnerError'
    this.partner = partner
    this.kind = kind
    this.code = code
  }

  /** The most specific cause, for the log. */
  get reason(): string {
    return this.code ?? this.kind
  }
}

/** The reason text for a port's failed result. Rethrows any error that is not a PartnerError. */
export function failureReason(error: unknown): string {
  if (error instanceof PartnerError) return error.reason
  throw error
}

export interface PartnerRequest {
  readonly partner: string
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  /** Called before each request, also before a retry. If it throws, no request is sent. */
  readonly beforeSending?: () => Promise<void>
}

export interface PartnerResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const maximumBytes = 1024 * 1024

/**
 * Calls a partner. Throws PartnerError; every HTTP status is a response. If the connection breaks
 * during a read-only request, as when a partner restarts, the request is retried once within the same
 * time limit.
 */
export async function callPartner(request: PartnerRequest): Promise<PartnerResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    return await callOnce(request, signal)
  } catch (error) {
    const isReadOnly = (request.method ?? 'GET') === 'GET'
    const isLost = error instanceof PartnerError && error.kind === 'unreachable'
    if (!isReadOnly || !isLost || signal.aborted) throw error
    return callOnce(request, signal)
  }
}

async function callOnce(request: PartnerRequest, signal: AbortSignal): Promise<PartnerResponse> {
  await request.beforeSending?.()
  try {
    const response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: request.headers ?? {},
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'manual',
      signal,
    })
    return {
      status: response.status,
      headers: response.headers,
      text: await readCapped(request.partner, response),
    }
  } catch (error) {
    if (error instanceof PartnerError) throw error
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    if (timedOut) throw new PartnerError(request.partner, 'timeout')
    throw new PartnerError(request.partner, 'unreachable', codeOf(error))
  }
}

/**
 * Only codes are reported (server/partners/failure-codes.ts): an error message may contain request data,
 * such as an API key in a header.
 */
const codePattern = /^[A-Z][A-Z\d_]{1,59}$/

function codeOf(error: unknown): string | null {
  const cause: unknown = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' && codePattern.test(code) ? code : null
}

async function readCapped(partner: string, response: Response): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maximumBytes) throw new PartnerError(partner, 'too-large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Characters that our calls do not allow in text: line ends, control characters, lone surrogates, bidirectional marks. */
const unlined = /[\s\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu

/** A partner's text on one line, with single spaces between its words and without forbidden characters. */
export const toSingleLine = (text: string): string => text.replace(unlined, ' ').trim()

/** The response's JSON, not validated. Throws PartnerError 'not-json'. */
export function parseJson(partner: string, response: PartnerResponse): unknown {
  try {
    return JSON.parse(response.text)
  } catch {
    throw new PartnerError(partner, 'not-json')
  }
}

/** The response's JSON, not validated; null if it is not JSON, such as a proxy's error page. */
export function parseJsonOrNull({ text }: PartnerResponse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
