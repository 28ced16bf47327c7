/**
 * The HTTP client for all partner calls: a time limit, no redirects, and a size cap. Its errors carry the
 * partner's name and the kind of failure, but never request or response content.
 */

export type PartnerFailureKind =
  | 'timeout'
  | 'unreachable'
  | 'too-large'
  | 'not-json'
  /** It was not sent: the partner's quota is used up. */
  | 'more than agreed for a day'

export class PartnerFailure extends Error {
  readonly partner: string
  readonly kind: PartnerFailureKind
  /** Of the system, of TLS or of HTTP ('ENOTFOUND', 'CERT_HAS_EXPIRED'); null where there is none. */
  readonly code: string | null

  constructor(partner: string, kind: PartnerFailureKind, code: string | null = null) {
    super(`${partner}: ${code ?? kind}`)
    this.name = 'PartnerFailure'
    this.partner = partner
    this.kind = kind
    this.code = code
  }

  /** For the log: what says most of what has to be mended. */
  get reason(): string {
    return this.code ?? this.kind
  }
}

export interface PartnerRequest {
  readonly partner: string
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  /** Called before each request that goes out, a repeat too; when it throws, nothing goes out. */
  readonly beforeSending?: () => Promise<void>
}

export interface PartnerResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const maximumBytes = 1024 * 1024

/**
 * Calls a partner. Throws PartnerFailure; every HTTP status is a response. If the connection breaks
 * during a read-only request, as when a partner restarts, the request is retried once within the same
 * time limit.
 */
export async function callPartner(request: PartnerRequest): Promise<PartnerResponse> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    return await callOnce(request, signal)
  } catch (error) {
    const onlyAsks = (request.method ?? 'GET') === 'GET'
    const isLost = error instanceof PartnerFailure && error.kind === 'unreachable'
    if (!onlyAsks || !isLost || signal.aborted) throw error
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
    if (error instanceof PartnerFailure) throw error
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    if (timedOut) throw new PartnerFailure(request.partner, 'timeout')
    throw new PartnerFailure(request.partner, 'unreachable', codeOf(error))
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
    if (bytes > maximumBytes) throw new PartnerFailure(partner, 'too-large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** What no call of ours carries in a text: ends of lines and other control characters, halves of letters, marks that turn a line round. */
const unlined = /[\s\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu

/** A partner's text for people as our own calls carry it, there and back: on one line, with one blank between its words. */
export const oneLine = (text: string): string => text.replace(unlined, ' ').trim()

/**
 * The response's JSON, not validated: every adapter validates its own wire types. Throws PartnerFailure
 * 'not-json'.
 */
export function parseJson(partner: string, answer: PartnerResponse): unknown {
  try {
    return JSON.parse(answer.text)
  } catch {
    throw new PartnerFailure(partner, 'not-json')
  }
}

/** The same where it may be a proxy's page, which says no more than its status: null for what is no JSON. */
export function reasonIn({ text }: PartnerResponse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
