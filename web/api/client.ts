/** The typed client of the /edge API, which never throws: it adds captcha tokens, shows the security check and retries. */
import type { ParamsOf, RequestBodyOf, RequestQueryOf, ResponseOf } from '#contract/endpoints.ts'
import { type EndpointName, type Route, routes } from '#contract/routes.ts'
import { captchaPassedMarker } from '#contract/tokens-and-cookies.ts'
import type { Captcha } from '#web/features/captcha/captcha-context.ts'
import type { Session } from '#web/features/session/session.ts'
import { withTimeout } from '#web/lib/delay.ts'
import { createRequiredContext } from '#web/lib/required-context.ts'
import { syncClock } from '#web/lib/server-clock.ts'
import {
  type ApiResult,
  buildUrl,
  parseResponse,
  type RawRequest,
  tooManyRequests,
  toRequestInit,
} from './request-and-response.ts'

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never
/** Request body without the captcha token, which the client adds. */
type Sent<T> = T extends object ? Without<T, 'recaptchaResponse'> : T
type SentQuery<N extends EndpointName> = N extends 'validateRecaptcha'
  ? RequestQueryOf<N>
  : Without<RequestQueryOf<N>, 'captchaRequest'>

interface ApiRequest<N extends EndpointName> {
  readonly params?: ParamsOf<N>
  readonly query?: SentQuery<N>
  readonly body?: Sent<RequestBodyOf<N>>
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** If set, a call without a response is retried once: called with true before the pause, with false after it. */
  readonly onRetry?: ((isRetrying: boolean) => void) | undefined
}

interface LoginOptions {
  /** Asked after each response and before the retry. False: no retry, and the session stays. */
  isWanted?(): boolean
  /** Stores the session token; without it, the session does. */
  keep?(token: string): void
  /** The partner of the link. */
  readonly partnerId?: string | null | undefined
  readonly onRetry?: CallOptions['onRetry']
}

export interface Api {
  call<N extends EndpointName>(
    name: N,
    request?: ApiRequest<N>,
    options?: CallOptions,
  ): Promise<ApiResult<ResponseOf<N>>>
  /**
   * Logs in with a quote's id and its link's token. True: the session token is stored. False: the server rejected the
   * link. Null: no usable response, so the link may be valid; or the login is not wanted any more.
   */
  login(id: string, token: string, options?: LoginOptions): Promise<boolean | null>
}

/** `trying`: the call is retried after a pause. `gave-up`: the customer has to click again. */
type BusyState = 'no' | 'trying' | 'gave-up'

export interface ApiDependencies {
  fetch(url: string, init: RequestInit): Promise<Response>
  readonly session: Session
  readonly captcha: Captcha
  /** Shows the security check; true when it is passed, false when the customer closed it. */
  securityCheck(): Promise<boolean>
  /** Called when a bearer call was rejected because its session is over. */
  onSessionOver(): void
  onOk?(name: EndpointName): void
  /** Called when the server is too busy for a call, and when that is over. */
  onBusy?(state: BusyState): void
  readonly network?: Network
  /** A new traceparent value; undefined where tracing is off. */
  traceParent?(): string
  /** An abort ends the pause early. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export interface Network {
  isOffline(): boolean
  /** True once the connection is back; false after a timeout or an abort. */
  waitUntilOnline(signal?: AbortSignal): Promise<boolean>
  /** Resolves at once; in a page that is being left, only when the page is restored, if ever. */
  waitUntilPageRestored?(): Promise<void>
}

const captchaRequired = 428
/** Number of retries for a busy server, each after the pause it names. */
const busyRetries = 3
const usualWaitMs = 2000
const retryPauseMs = 2000
/** After this time a call that may be retried counts as unanswered. It is longer than the server waits for partners. */
const answerTimeoutMs = 30_000
/** Poll interval and number of polls of a call that waits for the session of a running login. */
const sessionPollMs = 500
const sessionPolls = 20

type Result = ApiResult<unknown>

interface Outgoing {
  readonly call: Route
  readonly request: RawRequest
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Sends a call, and again after the security check, while the server is busy, and when the browser is soon online again. */
function createSender(dependencies: ApiDependencies) {
  const { session, captcha, network } = dependencies

  async function receive({ call, request, signal }: Outgoing, token: string | undefined): Promise<Result> {
    const init = toRequestInit(call, request, token, session.token(), dependencies.traceParent?.())
    if (signal) init.signal = signal
    const response = await dependencies.fetch(buildUrl(call, request, token), init)
    syncClock(response.headers.get('date'))
    return parseResponse(call, response)
  }

  async function sendOnce(outgoing: Outgoing): Promise<Result> {
    const { call, timeoutMs } = outgoing
    let token: string | null | undefined
    if (call.captcha) token = session.isVerified() ? captchaPassedMarker : await captcha.token(call.captcha)
    if (token === null) return { outcome: 'captcha-failed' }
    const receiving = receive(outgoing, token)
    const result = await (timeoutMs ? withTimeout(receiving, timeoutMs) : receiving.catch(() => null))
    if (result) return result
    // Leaving a page aborts its calls; the result of such a call must not be stored with the answers.
    await network?.waitUntilPageRestored?.()
    return { outcome: 'network-error' }
  }

  /** Sends again when the browser is soon online again. */
  async function retryWhenOnline(outgoing: Outgoing): Promise<Result> {
    const { signal } = outgoing
    const result = await sendOnce(outgoing)
    // A result with a status is a response of the server.
    if ('status' in result || signal?.aborted || !network?.isOffline()) return result
    return (await network.waitUntilOnline(signal)) ? retryWhenOnline(outgoing) : result
  }

  /** Sends again while the server is overloaded or has lost its database. */
  async function retryWhileBusy(outgoing: Outgoing, retries = busyRetries): Promise<Result> {
    const result = await retryWhenOnline(outgoing)
    const isBusy = result.outcome === 'error' && result.code === 'OVERLOADED'
    if (!isBusy || outgoing.signal?.aborted) {
      dependencies.onBusy?.('no')
      return result
    }
    dependencies.onBusy?.(retries > 0 ? 'trying' : 'gave-up')
    if (retries === 0) return result
    await dependencies.pause(result.retryAfterMs ?? usualWaitMs)
    return retryWhileBusy(outgoing, retries - 1)
  }

  return async function send(outgoing: Outgoing): Promise<Result> {
    const result = await retryWhileBusy(outgoing)
    if (result.outcome !== 'error' || result.status !== captchaRequired || !outgoing.call.captcha)
      return result
    // The verified marker was invalid or the captcha token was not accepted: show the security check.
    session.setVerified(false)
    return (await dependencies.securityCheck()) ? send(outgoing) : { outcome: 'captcha-failed' }
  }
}

/** A log-in waits this long for that of another tab. */
const loginTurnMs = 10_000

/** Creates the client. All calls are idempotent, so it may send any call again. */
export function createApi(dependencies: ApiDependencies): Api {
  const { session } = dependencies
  const send = createSender(dependencies)
  /** The latest login. Bearer calls wait for it: once the server handles it, the previous token is invalid. */
  let newestLogin: Promise<unknown> | undefined

  /** A bearer call made before login waits up to 10 s for a token, then goes without one. */
  async function waitForSession(signal?: AbortSignal): Promise<void> {
    await newestLogin
    for (let poll = 0; poll < sessionPolls && session.token() === null; poll += 1) {
      if (signal?.aborted) return
      await dependencies.pause(sessionPollMs)
    }
  }

  /** Retries once after a lost connection, and only if the caller passes `onRetry`. */
  async function sendAndRetryOnce(
    outgoing: Outgoing,
    onRetry: CallOptions['onRetry'],
    isWanted = () => !outgoing.signal?.aborted,
  ): Promise<Result> {
    if (outgoing.signal?.aborted) return { outcome: 'network-error' }
    if (!onRetry) return send(outgoing)
    const sendLimited = () => send({ ...outgoing, timeoutMs: answerTimeoutMs })
    const first = await sendLimited()
    // A captcha token needs the network too.
    const hasNoToken = first.outcome === 'captcha-failed' && dependencies.network?.isOffline()
    if (!(first.outcome === 'network-error' || hasNoToken) || !isWanted()) return first
    onRetry(true)
    await dependencies.pause(retryPauseMs, outgoing.signal)
    const second = isWanted() ? await sendLimited() : first
    onRetry(false)
    // After a call without a response, a missing captcha token is a second failure.
    return second.outcome === 'captcha-failed' ? { outcome: 'network-error' } : second
  }

  async function sendInSession(outgoing: Outgoing, onRetry: CallOptions['onRetry']): Promise<Result> {
    await waitForSession(outgoing.signal)
    const token = session.token()
    const result = await sendAndRetryOnce(outgoing, onRetry)
    if (result.outcome !== 'error' || result.status !== 401) return result
    await newestLogin
    // A login overtook this call, so its token was invalid: retry with the new session.
    if (session.token() !== token && session.token()) return sendInSession(outgoing, onRetry)
    dependencies.onSessionOver()
    return result
  }

  return {
    async call(name, request = {}, { signal, onRetry } = {}) {
      const call: Route = routes[name]
      const outgoing = { call, request: request as RawRequest, signal }
      const result = await (call.access === 'bearer' ? sendInSession : sendAndRetryOnce)(outgoing, onRetry)
      if (result.outcome === 'ok') dependencies.onOk?.(name)
      return result as ApiResult<never>
    },
    async login(id, token, { isWanted = () => true, keep = session.setToken, partnerId, onRetry } = {}) {
      const body = { user_id: id, password: token, ...(partnerId && { partnerId }) }
      // Without an abort signal: the response sets the session's new cookie in any case.
      const logIn = () => sendAndRetryOnce({ call: routes.login, request: { body } }, onRetry, isWanted)
      // Two log-ins at once with one session cookie would each get a session, and the browser keeps only one cookie.
      const signal = AbortSignal.timeout(loginTurnMs)
      const sending = navigator.locks?.request('session', { signal }, logIn).catch(logIn) ?? logIn()
      newestLogin = sending
      const result = await sending
      if (result.outcome === 'ok' && isWanted()) {
        keep((result.data as ResponseOf<'login'>).JWT)
        return true
      }
      // From that status on, a rejection says nothing about the link.
      return result.outcome === 'error' && result.status < tooManyRequests ? false : null
    },
  }
}

export const [ApiContext, useApi] = createRequiredContext<Api>('client')
