/**
 * The HTTP client of all partner adapters, with a time limit, a size limit and no redirects. A request without a
 * response is a result with a code; the code never contains request or response content.
 */
import { type FailureCode, isSystemCode } from './failure-codes.ts'

export interface PartnerRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A request with a body, even an empty one, is a POST. Without one it only reads, and may be retried. */
  readonly body?: string | undefined
  readonly timeoutMs: number
  /** Takes one request from the daily quota; false if it is used up. Called before each request, also before a retry. */
  readonly consumeQuota?: (() => Promise<boolean>) | undefined
}

export interface PartnerResponse {
  /** 0 if the partner did not respond. */
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON of the text, not validated; null if it is not JSON, such as a proxy's error page. */
  readonly json: unknown
  /**
   * Why the partner did not respond: 'timeout', 'unreachable', 'too-large', 'daily quota used up', or the code of the
   * system, TLS or HTTP, such as 'ENOTFOUND' or 'CERT_HAS_EXPIRED'.
   */
  readonly failure?: FailureCode
}

const maximumBytes = 1024 * 1024

/** After any other failure the connection was lost. */
const finalFailures: ReadonlySet<FailureCode> = new Set(['timeout', 'too-large', 'daily quota used up'])

/**
 * Calls a partner; every HTTP status is a response. Throws only what `consumeQuota` throws. If the connection breaks
 * during a GET, as when a partner restarts, the request is retried once within the same time limit.
 */
export async function callPartner(request: PartnerRequest): Promise<PartnerResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  const response = await callOnce(request, signal)
  const { failure } = response
  const isLost = failure !== undefined && !finalFailures.has(failure)
  return isLost && request.body === undefined && !signal.aborted ? callOnce(request, signal) : response
}

async function callOnce(request: PartnerRequest, signal: AbortSignal): Promise<PartnerResponse> {
  const { url, headers = {}, body = null, consumeQuota } = request
  const method = body === null ? 'GET' : 'POST'
  if (consumeQuota && !(await consumeQuota())) return noResponse('daily quota used up')
  try {
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    const text = await readText(response)
    if (text === null) return noResponse('too-large')
    return { status: response.status, headers: response.headers, text, json: parseJson(text) }
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    return noResponse(isTimeout ? 'timeout' : (codeOf(error) ?? 'unreachable'))
  }
}

const noResponse = (failure: FailureCode): PartnerResponse => ({
  status: 0,
  headers: new Headers(),
  text: '',
  json: null,
  failure,
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An error message may contain request data, such as an API key in a header, so only codes are reported. */
function codeOf(error: unknown): FailureCode | null {
  const cause: unknown = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' && isSystemCode(code) ? code : null
}

/** Null if the body is too large. */
async function readText({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maximumBytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The code of a response that an adapter cannot use. */
export function failureCodeOf({ status, failure }: PartnerResponse): FailureCode {
  if (failure !== undefined) return failure
  return status >= 200 && status < 300 ? 'not understood' : `HTTP ${status}`
}

/** Characters that our calls do not allow in text: line ends, control characters, lone surrogates, bidirectional marks. */
const unwantedCharacters = /[\s\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu

/** A partner's text on one line, with single spaces between its words and without forbidden characters. */
export const toSingleLine = (text: string): string => text.replace(unwantedCharacters, ' ').trim()
