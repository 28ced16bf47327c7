/**
 * The client of /edge: every call of the contract by name, typed, never throwing. It adds what all calls share:
 * the captcha token, the security check where the server asks for one, and patience with a busy server and a lost
 * connection (SHELL-09). What goes over the wire is made and read in http.ts.
 */
import { createContext } from 'react'
import type { EndpointName, ParamsOf, ReplyOf, RequestBodyOf, RequestQueryOf } from '#contract/endpoints.ts'
import { verifiedMarker } from '#contract/public-constants.ts'
import type { Captcha } from '#web/features/captcha/captcha.ts'
import type { Session } from '#web/features/session/session.ts'
import { syncClock } from '#web/lib/server-clock.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'
import { type BrowserEndpoint, browserEndpoints } from './endpoints.ts'
import { type ApiResult, buildUrl, parseResponse, type RawRequest, toRequestInit } from './http.ts'

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never
/** The captcha's part of a request is added by the client. */
type Sent<T> = T extends object ? Without<T, 'recaptchaResponse'> : T
type SentQuery<N extends EndpointName> = N extends 'validateRecaptcha'
  ? RequestQueryOf<N>
  : Without<RequestQueryOf<N>, 'captchaRequest'>

export interface Request<N extends EndpointName> {
  readonly params?: ParamsOf<N>
  readonly query?: SentQuery<N>
  readonly body?: Sent<RequestBodyOf<N>>
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /**
   * Given, a call that our server did not answer is sent once more after a pause. Told true before the pause and false
   * once the second answer is known, so that the page can say so where the answer is missing.
   */
  readonly onRepeat?: ((isRepeating: boolean) => void) | undefined
}

export interface Api {
  call<N extends EndpointName>(
    name: N,
    request?: Request<N>,
    options?: CallOptions,
  ): Promise<ApiResult<ReplyOf<N>>>
  /**
   * Logs in with a quote's id and its link token; true when the session token is in its cookie, false when the link was
   * refused, null when nobody said: the link may be good. Asked once the answer is there, `isWanted` says whether it still
   * matters: else the session stays with the quote it is of, and the answer is null too. `keep` is given the session token
   * in the cookie's place, where it is not to go there yet. `partnerId` is of the link.
   */
  login(
    id: string,
    token: string,
    isWanted?: () => boolean,
    keep?: (token: string) => void,
    partnerId?: string | null,
  ): Promise<boolean | null>
}

/** `trying`: sent again after the pause the server asked for. `gave-up`: pressing again is up to the visitor. */
type BusyState = 'no' | 'trying' | 'gave-up'

export interface ApiDependencies {
  fetch(url: string, init: RequestInit): Promise<Response>
  readonly session: Session
  readonly captcha: Captcha
  /** Shows the security check; true once it is passed, false when the visitor closed it. */
  securityCheck(): Promise<boolean>
  /** A bearer call was told that its session is over. */
  onSessionOver(): void
  onOk?(name: EndpointName): void
  /** The server was too busy for a call, or is no longer. */
  onBusy?(state: BusyState): void
  readonly network?: Network
  /** A new trace mark, where traces are recorded. */
  traceParent?(): string
  /** Milliseconds to wait; a test's clock need not. */
  pause(milliseconds: number): Promise<void>
}

/** The browser's own word on its connection. */
export interface Network {
  isOff(): boolean
  /** True once the connection is back; false when that takes too long or nobody wants it any more. */
  untilOn(signal?: AbortSignal): Promise<boolean>
  /** At once, but in a page that is being left: then once it is come back to, if it ever is. */
  untilHere?(): Promise<void>
}

const captchaRequired = 428
/** From here on a refusal says nothing of what was asked. */
const tooManyRequests = 429
/** A busy server is asked so often more, each time after the pause it names. */
const busyRepeats = 3
const usualWaitMs = 2000
const repeatAfterMs = 2000
/** How often, and how many times at most, a call looks whether the log-in under way has brought a session. */
const sessionLookMs = 500
const sessionLooks = 20

export function createApi(parts: ApiDependencies): Api {
  const { session, captcha } = parts
  /** The newest log-in: once the server has begun it, a call with the cookie and token of before is a stranger's. */
  let newestLogin: Promise<unknown> | undefined

  async function attempt(
    call: BrowserEndpoint,
    request: RawRequest,
    signal?: AbortSignal,
  ): Promise<ApiResult<unknown>> {
    let token: string | undefined
    if (call.captcha) {
      const got = session.isVerified() ? verifiedMarker : await captcha.token(call.captcha)
      if (got === null) return { outcome: 'captcha-unavailable' }
      token = got
    }
    try {
      const init = toRequestInit(call, request, token, session.token())
      if (parts.traceParent) Object.assign(init.headers ?? {}, { traceparent: parts.traceParent() })
      if (signal) init.signal = signal
      const response = await parts.fetch(buildUrl(call, request, token), init)
      syncClock(response.headers.get('date'))
      return await parseResponse(call, response)
    } catch {
      // Leaving a page breaks its calls off: what that does to an answer must not be kept with the answers.
      await parts.network?.untilHere?.()
      return { outcome: 'unreachable' }
    }
  }

  /** Before there was a session none can be over: a call that comes first waits for the log-in, then goes without. */
  async function sessionCame(signal?: AbortSignal): Promise<void> {
    for (let look = 0; look < sessionLooks && session.token() === null; look += 1) {
      if (signal?.aborted) return
      await parts.pause(sessionLookMs)
    }
  }

  /** Every call may be sent twice, so one that the connection broke off goes out again when it is soon back. */
  async function connected(
    call: BrowserEndpoint,
    request: RawRequest,
    signal?: AbortSignal,
  ): Promise<ApiResult<unknown>> {
    for (;;) {
      const answer = await attempt(call, request, signal)
      const wentNowhere = answer.outcome === 'unreachable' || answer.outcome === 'captcha-unavailable'
      if (!wentNowhere || signal?.aborted || !parts.network?.isOff()) return answer
      if (!(await parts.network.untilOn(signal))) return answer
    }
  }

  /** The server was too busy to begin, or lost its database on the way: every call may be sent twice. */
  async function patiently(
    call: BrowserEndpoint,
    request: RawRequest,
    signal?: AbortSignal,
  ): Promise<ApiResult<unknown>> {
    for (let repeat = 0; ; repeat += 1) {
      const answer = await connected(call, request, signal)
      const busy = answer.outcome === 'refused' && answer.problem.code === 'OVERLOADED'
      if (!busy || signal?.aborted) {
        parts.onBusy?.('no')
        return answer
      }
      parts.onBusy?.(repeat < busyRepeats ? 'trying' : 'gave-up')
      if (repeat === busyRepeats) return answer
      await parts.pause(answer.retryAfterMs ?? usualWaitMs)
    }
  }

  async function send(
    call: BrowserEndpoint,
    request: RawRequest,
    signal?: AbortSignal,
  ): Promise<ApiResult<unknown>> {
    for (;;) {
      const answer = await patiently(call, request, signal)
      if (answer.outcome !== 'refused' || answer.status !== captchaRequired || !call.captcha) return answer
      // The marker was worth nothing (any more), or the token was not enough: a person has to show up.
      session.setVerified(false)
      if (!(await parts.securityCheck())) return { outcome: 'captcha-unavailable' }
    }
  }

  async function repeatedOnce(
    call: BrowserEndpoint,
    request: RawRequest,
    { signal, onRepeat }: CallOptions,
  ): Promise<ApiResult<unknown>> {
    const first = await send(call, request, signal)
    if (first.outcome !== 'unreachable' || !onRepeat || signal?.aborted) return first
    onRepeat(true)
    const aborted = new Promise<void>(resolve => signal?.addEventListener('abort', () => resolve()))
    await Promise.race([parts.pause(repeatAfterMs), aborted])
    const second = signal?.aborted ? first : await send(call, request, signal)
    onRepeat(false)
    return second
  }

  const api: Api = {
    async call(name, request, options) {
      const call: BrowserEndpoint = browserEndpoints[name]
      const isBearer = call.access === 'bearer'
      if (isBearer) {
        await newestLogin
        await sessionCame(options?.signal)
      }
      if (options?.signal?.aborted) return { outcome: 'unreachable' }
      const token = session.token()
      const answer = await repeatedOnce(call, (request ?? {}) as RawRequest, options ?? {})
      if (isBearer && answer.outcome === 'refused' && answer.status === 401) {
        await newestLogin
        // A log-in that overtook it on the way has made it a stranger's: it goes out again with what that brought.
        if (session.token() !== token && session.token()) return api.call(name, request, options)
        parts.onSessionOver()
      }
      if (answer.outcome === 'ok') parts.onOk?.(name)
      return answer as ApiResult<never>
    },
    async login(id, token, isWanted, keep = session.setToken, partnerId = null) {
      const body = { user_id: id, password: token, ...(partnerId !== null && { partnerId }) }
      // Not to be broken off: the answer brings the browser session's new cookie, whatever becomes of the token.
      const asked = send(browserEndpoints.login, { body })
      newestLogin = asked
      const answer = await asked
      if (answer.outcome === 'ok' && isWanted?.() !== false) {
        keep((answer.data as ReplyOf<'login'>).JWT)
        return true
      }
      return answer.outcome === 'refused' && answer.status < tooManyRequests ? false : null
    },
  }
  return api
}

export const ApiContext = createContext<Api | null>(null)

export const useApi = (): Api => useRequiredContext(ApiContext, 'client')
