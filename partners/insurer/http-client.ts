/** The HTTP client of the partner insurer's adapters, and the conversion of failed requests to results. */
import { callPartner, failureReason, parseJsonOrNull } from '#partners/http.ts'
import { rejectionCode } from './http-responses.ts'
import type { IdempotencyMode } from './port.ts'

export interface HttpInsurerOptions {
  /** 'https://api.insurer.example/v1' */
  readonly baseUrl: string
  readonly key: string
  readonly idempotency: IdempotencyMode
  /** Longer than the insurer may process a bind; unused if it supports idempotency keys. */
  readonly quietMs: number
  readonly timeoutMs?: number
}

export const insurerTimeoutMs = 10_000

const partner = 'insurer'

export interface InsurerResponse {
  readonly status: number
  /** Null if the body is not JSON. */
  readonly body: unknown
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** For requests that have less time left than the default. */
  readonly timeoutMs?: number
}

export type SendInsurerRequest = (
  path: string,
  body?: unknown,
  options?: RequestOptions,
) => Promise<InsurerResponse>

export function createInsurerClient({
  baseUrl,
  key,
  timeoutMs: defaultTimeoutMs = insurerTimeoutMs,
}: HttpInsurerOptions): SendInsurerRequest {
  const authorization = `Bearer ${key}`
  return async (path, body, { headers = {}, timeoutMs = defaultTimeoutMs } = {}) => {
    const response = await callPartner({
      partner,
      url: `${baseUrl}${path}`,
      timeoutMs,
      ...(body === undefined
        ? { headers: { authorization, ...headers } }
        : {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json', ...headers },
            body: JSON.stringify(body),
          }),
    })
    return { status: response.status, body: parseJsonOrNull(response) }
  }
}

/** Returns the result of `work`, or of `otherwise` if the partner failed. */
export const recoverPartnerError = <T>(work: Promise<T>, otherwise: (reason: string) => T): Promise<T> =>
  work.catch((error: unknown) => otherwise(failureReason(error)))

export const failedResult = (reason: string) => ({ outcome: 'failed', reason }) as const
export const pendingResult = (reason: string) => ({ outcome: 'pending', reason }) as const
export const responseFailureReason = ({ status, body }: InsurerResponse): string =>
  status >= 200 && status < 300 ? 'not understood' : (rejectionCode(body) ?? `HTTP ${status}`)

/** The insurer's reason code of a rejection; null for responses of 500 and above, which are failures. */
export const insurerRejection = ({ status, body }: InsurerResponse): string | null =>
  status < 500 ? rejectionCode(body) : null
