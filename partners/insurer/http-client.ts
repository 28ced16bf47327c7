/** The HTTP client of the partner insurer adapters, and the mapping of failed requests to results. */
import { callPartner, PartnerFailure, reasonIn } from '#partners/http.ts'
import { refusalCode } from './http-responses.ts'
import type { InsurerIdempotency } from './port.ts'

export interface HttpInsurerOptions {
  /** 'https://api.insurer.example/v1' */
  readonly baseUrl: string
  readonly key: string
  readonly knows: InsurerIdempotency
  /** Longer than the insurer may be at work on a bind; counts only where it knows no keys. */
  readonly quietMs: number
  readonly timeoutMs?: number
}

export const insurerTimeoutMs = 10_000

const partner = 'insurer'

export interface PartnerReply {
  readonly status: number
  /** Null where it was no JSON. */
  readonly said: unknown
}

interface Asking {
  readonly headers?: Readonly<Record<string, string>>
  /** Where less is left than a question may take. */
  readonly timeoutMs?: number
}

export type InsurerRequest = (path: string, body?: unknown, asking?: Asking) => Promise<PartnerReply>

export function createInsurerClient({
  baseUrl,
  key,
  timeoutMs: mostMs = insurerTimeoutMs,
}: HttpInsurerOptions): InsurerRequest {
  const authorization = `Bearer ${key}`
  return async (path, body, { headers = {}, timeoutMs = mostMs } = {}) => {
    const answer = await callPartner({
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
    return { status: answer.status, said: reasonIn(answer) }
  }
}

/** The response, or `otherwise` with the reason if there was none. */
export async function recoverPartnerFailure<T>(
  work: Promise<T>,
  otherwise: (reason: string) => T,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PartnerFailure) return otherwise(error.reason)
    throw error
  }
}

export const failed = (reason: string) => ({ outcome: 'failed', reason }) as const
export const pending = (reason: string) => ({ outcome: 'pending', reason }) as const
export const unclear = ({ status, said }: PartnerReply): string =>
  status >= 200 && status < 300 ? 'not understood' : (refusalCode(said) ?? `HTTP ${status}`)

/** Its plain no; what comes with a failure of its own is none. */
export const refusalResult = ({ status, said }: PartnerReply): string | null =>
  status < 500 ? refusalCode(said) : null
