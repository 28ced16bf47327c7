/** Tests the /edge client against a fake server: the requests it sends, and the results it returns. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import { memoryStorage } from '#test/samples/memory-storage.ts'
import { disabledCaptcha } from '#web/features/captcha/captcha-context.ts'
import { createSession } from '#web/features/session/session.ts'
import { restoreServerClock, syncClock, today } from '#web/lib/server-clock.ts'
import { type Api, type CallOptions, createApi, type Network } from './client.ts'
import { newTraceParent } from './request-and-response.ts'

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const problem = (status: number, code: string) =>
  json(status, { status, code, title: '', type: '', requestId: 'r1' })

interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function createTestClient(
  answers: (() => Response | Promise<Response>)[],
  options: {
    captchaToken?: string | undefined | null
    /** The session's token; null: no session yet. */
    token?: string | null
    traceParent?: () => string
    network?: Network
  } = {},
) {
  const { captchaToken, token, ...more } = { captchaToken: 'token-1', token: 'jwt', ...options }
  const sent: Sent[] = []
  const jar = new Map<string, string>()
  const events: string[] = []
  const waits: (() => void)[] = []
  const pauses: number[] = []
  const busy: string[] = []
  let passes = true
  const session = createSession({
    timeoutSeconds: 1800,
    now: () => 0,
    everySecond: () => {},
    cookies: {
      read: name => jar.get(name) ?? null,
      write: (name, value) => void jar.set(name, value),
      remove: name => void jar.delete(name),
    },
  })
  if (token !== null) session.setToken(token)
  const api = createApi({
    async fetch(url, init) {
      sent.push({ url, headers: init.headers as Record<string, string>, body: String(init.body ?? '') })
      const next = answers.shift()
      if (!next) throw new TypeError('no network')
      return next()
    },
    session,
    captcha: { ...disabledCaptcha, token: async () => captchaToken },
    async securityCheck() {
      events.push('check')
      if (passes) session.setVerified(true)
      return passes
    },
    onSessionOver: () => events.push('over'),
    async pause(milliseconds) {
      pauses.push(milliseconds)
      waits.shift()?.()
    },
    onBusy: state => busy.push(state),
    ...more,
  })
  return { api, sent, session, events, waits, pauses, busy, refuse: () => (passes = false) }
}

/** One call with a session and one without. */
const band = (api: Api, options?: CallOptions) =>
  api.call('sumInsured', { body: { vehicleKey: 'k' } }, options)
const register = (api: Api) =>
  api.call('registration', { body: { registrationNumber: 'A', source: 'openroad' } })
const email = (api: Api) => api.call('emailQuote', { body: { id: 'i', email: 'a@b.nz' } })
const fine = () => json(200, {})
const loggedInWith = (token: string) => () => json(200, { JWT: token })
const expired = () => problem(401, 'NOT_LOGGED_IN')
const unverified = () => problem(428, 'CAPTCHA_REQUIRED')

const lost = (): Promise<Response> => Promise.reject(new TypeError('no network'))

describe('createApi', () => {
  it('[SHELL-14] a call aborted by leaving the page does not resolve until the page is restored', async () => {
    const here = Promise.withResolvers<void>()
    const network = {
      isOffline: () => false,
      waitUntilOnline: async () => true,
      waitUntilPageRestored: () => here.promise,
    }
    const { api } = createTestClient([], { network })
    const answered: string[] = []
    const call = band(api).then(({ outcome }) => answered.push(outcome))
    await new Promise(resolve => setImmediate(resolve))
    expect(answered).toEqual([])
    here.resolve()
    await call
    expect(answered).toEqual(['network-error'])
  })

  it('[SHELL-14] retries a call that failed offline once the connection is back', async () => {
    let isOffline = true
    let waits = 0
    const { api, sent } = createTestClient([lost, lost, () => json(200, { results: [] })], {
      network: {
        isOffline: () => isOffline,
        async waitUntilOnline() {
          waits += 1
          // The connection comes back, and is lost again before the retry.
          isOffline = waits < 2
          return true
        },
      },
    })
    expect((await register(api)).outcome).toBe('ok')
    expect([sent.length, waits]).toEqual([3, 2])
  })

  it('[DRIVER-07] [QUOTE-12] gives up an offline call when the connection does not come back', async () => {
    const { api, sent } = createTestClient([lost], {
      network: { isOffline: () => true, waitUntilOnline: async () => false },
    })
    expect(await register(api)).toEqual({ outcome: 'network-error' })
    expect(sent).toHaveLength(1)
  })

  it('[SHELL-07] [CAR-04] holds a bearer call until the running login has stored a session', async () => {
    const { api, sent, session, waits, events } = createTestClient([fine], { token: null })
    waits.push(
      () => {},
      () => session.setToken('jwt'),
    )
    await band(api)
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer jwt'])
    expect(events).toEqual([])
  })

  it('[SHELL-07] [T38] treats a session that never arrives as expired', async () => {
    const { api, events } = createTestClient([expired], { token: null })
    await band(api)
    expect(events).toEqual(['over'])
  })

  it('[EDGE-16] sends the session as bearer token, the fixed value on pass-through calls, no token on open calls; the captcha token in a body or query', async () => {
    const { api, sent } = createTestClient([fine, fine, fine])
    await band(api)
    await email(api)
    await api.call('vehicleDetails', { params: { regNumber: 'A B' } })
    const authorizations = ['Bearer jwt', passThroughAuthorization, undefined]
    expect(sent.map(call => call.headers.authorization)).toEqual(authorizations)
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ vehicleKey: 'k', recaptchaResponse: 'token-1' })
    expect(sent[2]?.url).toMatch(/\/vehicleDetails\/A%20B\?captchaRequest=token-1$/)
  })

  it('sends no captcha token when the captcha is off', async () => {
    const { api, sent } = createTestClient([fine], { captchaToken: undefined })
    await band(api)
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ vehicleKey: 'k' })
  })

  it('[SHELL-09] on 428 shows the security check, retries, and sends the verified marker from then on', async () => {
    const { api, sent, events } = createTestClient([unverified, fine, fine])
    expect((await band(api)).outcome).toBe('ok')
    await band(api)
    expect(events).toEqual(['check'])
    expect(sent.map(call => JSON.parse(call.body).recaptchaResponse)).toEqual([
      'token-1',
      'AUTHENTICATED_V2',
      'AUTHENTICATED_V2',
    ])
  })

  it('[SHELL-09] gives up the call when the customer closes the security check', async () => {
    const { api, refuse } = createTestClient([unverified])
    refuse()
    expect(await band(api)).toEqual({ outcome: 'captcha-failed' })
  })

  it('[SHELL-09] sends nothing when no captcha token is available', async () => {
    const { api, sent } = createTestClient([], { captchaToken: null })
    expect(await band(api)).toEqual({ outcome: 'captcha-failed' })
    expect(sent).toEqual([])
  })

  it('distinguishes no content, an error and a network error, and never throws', async () => {
    const { api } = createTestClient([
      () => new Response(null, { status: 204 }),
      () => problem(409, 'STALE'),
      () => new Response('<h1>Something went wrong</h1>', { status: 500 }),
      () => new Response('half a bo', { status: 200 }),
    ])
    const noResponse = { outcome: 'network-error' }
    expect(await band(api)).toEqual({ outcome: 'no-content', status: 204 })
    expect(await band(api)).toMatchObject({ outcome: 'error', code: 'STALE' })
    expect(await band(api)).toMatchObject({ outcome: 'error', status: 500, code: 'INTERNAL' })
    expect([await band(api), await band(api)]).toEqual([noResponse, noResponse])
  })

  const byProxy = (status: number) => () => new Response('<h1>Bad gateway</h1>', { status })
  const bandOnce = async (...answers: (() => Response | Promise<Response>)[]) => {
    const { api, sent, pauses } = createTestClient(answers)
    const retries: boolean[] = []
    const { outcome } = await band(api, { onRetry: isRetrying => retries.push(isRetrying) })
    return { outcome, sent: sent.length, retries, pauses }
  }

  it.each([
    ['a broken connection', lost],
    ['half an answer', () => new Response('half a bo', { status: 200 })],
    ['a proxy that found no server', byProxy(502)],
    ['a proxy whose servers are all gone', byProxy(503)],
    ['a proxy that waited in vain', byProxy(504)],
    ['a proxy with a status of its own', byProxy(520)],
    ['a proxy that answers JSON', () => json(502, { message: 'bad gateway' })],
  ])('[SHELL-14] [CAR-05] after %s a call with onRetry is retried once', async (_, failure) => {
    const once = { sent: 2, retries: [true, false], pauses: [2000] }
    expect(await bandOnce(failure, fine)).toEqual({ outcome: 'ok', ...once })
    expect(await bandOnce(failure, failure, fine)).toEqual({ outcome: 'network-error', ...once })
  })

  it.each([
    ['a refusal of ours', () => problem(502, 'PARTNER_UNAVAILABLE')],
    ['a fault of ours', () => json(500, {})],
    ['nothing found', () => new Response(null, { status: 204 })],
  ])('[CAR-05] %s counts as a response and is not retried', async (_, answer) => {
    expect(await bandOnce(answer, fine)).toMatchObject({ sent: 1, retries: [], pauses: [] })
  })

  it('[SHELL-14] [CAR-05] [PAY-08] a call with onRetry waits 30 seconds for a response, other calls longer', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const hang = () => new Promise<Response>(() => {})
    const result = bandOnce(hang, fine)
    const { api } = createTestClient([hang])
    const other = vi.fn()
    void api.call('quoteAmend').then(other)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await result).toMatchObject({ outcome: 'ok', retries: [true, false] })
    expect(other).not.toHaveBeenCalled()
  })

  it('[CAR-03] [SHELL-14] a login with onRetry is retried once, unless it is no longer wanted', async () => {
    const onRetry = vi.fn()
    const isLoggedIn = (isWanted: boolean) =>
      createTestClient([lost, loggedInWith('t')]).api.login('id', 'token', {
        isWanted: () => isWanted,
        onRetry,
      })
    expect(await isLoggedIn(true)).toBe(true)
    expect(onRetry.mock.calls).toEqual([[true], [false]])
    expect(await isLoggedIn(false)).toBeNull()
    expect(onRetry).toHaveBeenCalledTimes(2)
  })

  it('[CAR-03] [SHELL-09] [SHELL-14] without a network, a missing captcha token counts as no response for a call with onRetry', async () => {
    const network = (isOffline: boolean) => ({
      isOffline: () => isOffline,
      waitUntilOnline: async () => false,
    })
    const outcomeOf = async (isOffline: boolean, options?: CallOptions) =>
      (await band(createTestClient([], { captchaToken: null, network: network(isOffline) }).api, options))
        .outcome
    const onRetry = vi.fn()
    expect(await outcomeOf(true, { onRetry })).toBe('network-error')
    expect(onRetry.mock.calls).toEqual([[true], [false]])
    expect(await outcomeOf(false, { onRetry })).toBe('captcha-failed')
    expect(await outcomeOf(true)).toBe('captcha-failed')
  })

  it('[CAR-03] [SHELL-09] [SHELL-14] a retry that gets no captcha token is a second failure', async () => {
    const { api, refuse } = createTestClient([lost, unverified])
    refuse()
    expect((await band(api, { onRetry() {} })).outcome).toBe('network-error')
  })

  it('[DRIVER-07] [QUOTE-12] does not retry a call without onRetry', async () => {
    const { api, sent } = createTestClient([lost, fine])
    expect(await api.call('quoteAmend')).toEqual({ outcome: 'network-error' })
    expect(sent).toHaveLength(1)
  })

  it('[CAR-02] does not retry an aborted call, and reports the end of the retry', async () => {
    const stop = new AbortController()
    const { api, sent } = createTestClient([lost, fine])
    const retries: boolean[] = []
    const onRetry = (isRetrying: boolean) => {
      retries.push(isRetrying)
      stop.abort()
    }
    await band(api, { signal: stop.signal, onRetry })
    expect([sent.length, retries]).toEqual([1, [true, false]])
  })

  it('[CAR-04] [SHELL-07] sends a bearer call made during a login after it, with the new token', async () => {
    const { api, sent } = createTestClient([loggedInWith('the new one'), fine])
    const loggedIn = api.login('id', 'token')
    expect((await band(api)).outcome).toBe('ok')
    expect(await loggedIn).toBe(true)
    expect(sent.map(({ url }) => url)).toEqual(['/edge/login', '/edge/vero/vehicle/suminsured'])
    expect(sent[1]?.headers).toMatchObject({ authorization: 'Bearer the new one' })
  })

  it('[CAR-04] [PAY-10] retries a bearer call that a login overtook, and does not end the session', async () => {
    const late = Promise.withResolvers<Response>()
    const replies = [() => late.promise, loggedInWith('the new one'), fine]
    const { api, sent, events } = createTestClient(replies)
    const result = band(api)
    await new Promise(resolve => setTimeout(resolve))
    expect(await api.login('id', 'token')).toBe(true)
    late.resolve(expired())
    expect((await result).outcome).toBe('ok')
    expect(sent.at(-1)?.headers).toMatchObject({ authorization: 'Bearer the new one' })
    expect(events).toEqual([])
  })

  it('[PAY-10] reports an expired session for a bearer call, but not for a failed login', async () => {
    const { api, events } = createTestClient([expired, expired])
    await band(api)
    expect(await api.login('id', 'wrong')).toBe(false)
    expect(events).toEqual(['over'])
  })

  it('[ENTRY-03] [PAY-10] distinguishes a refused link from a login without a usable response', async () => {
    const { api } = createTestClient([
      () => problem(404, 'NOT_FOUND'),
      () => problem(429, 'TOO_MANY_REQUESTS'),
      () => problem(500, 'INTERNAL'),
      lost,
    ])
    const results: (boolean | null)[] = []
    for (let login = 0; login < 4; login += 1) results.push(await api.login('id', 'token'))
    expect(results).toEqual([false, null, null, null])
  })

  it('[ENTRY-03] [CAR-02] a login that is no longer wanted leaves the token unchanged and does not count as a refused link', async () => {
    const { api, session } = createTestClient([loggedInWith('too late')])
    expect(await api.login('id', 'token', { isWanted: () => false })).toBeNull()
    expect(session.token()).toBe('jwt')
  })

  it('[ENTRY-03] [SHELL-14] a login whose token is stored elsewhere leaves the session with the present quote', async () => {
    const { api, session } = createTestClient([loggedInWith('of another')])
    const keep = vi.fn()
    expect(await api.login('id', 'token', { isWanted: () => true, keep })).toBe(true)
    expect(keep).toHaveBeenCalledExactlyOnceWith('of another')
    expect(session.token()).toBe('jwt')
  })

  it.each([
    [undefined, 'user_id=id-1&password=to+ken'],
    ['dealer-1', 'user_id=id-1&password=to+ken&partnerId=dealer-1'],
  ])('[ENTRY-03] [BUS-02] logs in by form and stores the token; partner: %s', async (partnerId, body) => {
    const { api, sent, session } = createTestClient([loggedInWith('fresh')])
    expect(await api.login('id-1', 'to ken', { partnerId })).toBe(true)
    expect(sent[0]).toMatchObject({ url: '/edge/login', body })
    expect(session.token()).toBe('fresh')
  })

  it('returns documents as bytes and terms as text', async () => {
    const { api } = createTestClient([() => new Response('%PDF'), () => new Response('<p>Terms</p>')])
    const pdf = await api.call('documentRetrieve')
    expect(pdf.outcome === 'ok' && pdf.data).toEqual(new TextEncoder().encode('%PDF'))
    expect(await api.call('directDebitTerm')).toMatchObject({ data: '<p>Terms</p>' })
  })

  const overloaded = (retryAfter: string) => () =>
    new Response(problem(503, 'OVERLOADED').body, { status: 503, headers: { 'retry-after': retryAfter } })

  it('[EDGE-17] [T38] waits as long as a busy server asks, reports it, and retries the same call', async () => {
    const replies = [overloaded('3'), overloaded('1'), fine]
    const { api, sent, pauses, busy } = createTestClient(replies)
    expect((await band(api)).outcome).toBe('ok')
    expect(pauses).toEqual([3000, 1000])
    expect(busy).toEqual(['trying', 'trying', 'no'])
    expect(new Set(sent.map(call => call.body)).size).toBe(1)
  })

  it('[EDGE-17] [T38] gives up after three retries, so that the customer keeps the page and clicks again', async () => {
    const { api, sent, busy } = createTestClient(Array.from({ length: 4 }, () => overloaded('60')))
    expect(await band(api)).toMatchObject({ outcome: 'error', code: 'OVERLOADED', retryAfterMs: 10_000 })
    expect([sent.length, busy.at(-1)]).toEqual([4, 'gave-up'])
  })

  it('[QUOTE-08] [T46] takes today’s date from the Date header, whatever the device’s clock says', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
      restoreServerClock(null)
    })
    const says = (date: string) => () => new Response('[]', { headers: { date } })
    // It is just after midnight on 27 November in Auckland. One device is half a minute slow; another has its
    // local time set as UTC.
    for (const [device, date, day] of [
      ['2026-11-26T10:59:50Z', 'Thu, 26 Nov 2026 11:00:20 GMT', '2026-11-27'],
      ['2026-11-27T09:00:00Z', 'Thu, 26 Nov 2026 20:00:00 GMT', '2026-11-27'],
      ['2026-11-27T12:00:00Z', 'Thu, 26 Nov 2026 23:00:00 GMT', '2026-11-27'],
    ] as const) {
      vi.setSystemTime(device)
      const { api } = createTestClient([says(date)])
      await band(api)
      expect(today()).toBe(day)
    }
    // A response without a valid Date header changes nothing, and neither does a reload in the same tab.
    const storage = memoryStorage()
    restoreServerClock(storage)
    expect(today()).toBe('2026-11-28')
    syncClock('Thu, 26 Nov 2026 23:00:00 GMT')
    syncClock('soon')
    restoreServerClock(storage)
    expect(today()).toBe('2026-11-27')
  })

  it('sends a traceparent only when tracing is on', async () => {
    const plain = createTestClient([fine])
    await email(plain.api)
    expect(plain.sent[0]?.headers).not.toHaveProperty('traceparent')
    const traced = createTestClient([fine, fine], { traceParent: newTraceParent })
    await email(traced.api)
    await email(traced.api)
    const [first, second] = traced.sent.map(call => call.headers.traceparent)
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(second).not.toBe(first)
  })
})
