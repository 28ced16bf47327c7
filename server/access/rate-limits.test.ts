/** Tests of the rate limits per call, for clients without cookie and token and behind a shared address. */
import { expect, it } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { createMemoryRateLimiter } from '#server/lib/memory-rate-limiter.ts'
import { checkLimitWithoutCaptcha, checkRateLimit } from './rate-limits.ts'

const names = Object.keys(endpoints) as EndpointName[]
const anonymous = { sidHash: null, quoteId: null, ip: '192.0.2.7' }
const browser = { ...anonymous, sidHash: Buffer.alloc(32, 1) }

/** The limit that a call exceeds at an address with `count` earlier calls of other clients. */
function limitedByAt(count: number, captcha: 'recaptcha' | 'off', check = checkRateLimit) {
  const counters = new Map<string, number>()
  const services = {
    config: { limitFactor: 1 },
    now: () => new Date('2026-11-21T01:00:00Z'),
    captcha: { kind: captcha },
    repositories: {
      async incrementCounter(key: string) {
        counters.set(key, (counters.get(key) ?? 0) + 1)
        return /\|(address|anonymous)\|/.test(key) ? count : counters.get(key)
      },
    },
    rateLimiter: createMemoryRateLimiter(),
  } as unknown as Dependencies
  return async (name: EndpointName, caller: object) =>
    (await check(name, caller as RequestContext, services))?.by ?? null
}

/** How many calls of this client succeed one after another. */
async function callsUntilLimit(
  limitedBy: ReturnType<typeof limitedByAt>,
  name: EndpointName,
  caller: object,
) {
  let calls = 0
  while (calls < 1_000 && (await limitedBy(name, caller)) === null) calls += 1
  return calls
}

it.each(['captchaChallenge', 'policyRetrieve'] as const)(
  '[T1] [T12] one session makes sixty calls of %s a minute, and six while the captcha partner is down',
  async name => {
    expect(await callsUntilLimit(limitedByAt(1, 'recaptcha'), name, browser)).toBe(60)
    const unguarded = limitedByAt(1, 'recaptcha', checkLimitWithoutCaptcha)
    expect(await callsUntilLimit(unguarded, name, browser)).toBe(6)
  },
)

it('[T1] [T12] a client with neither cookie nor token is counted by address, except at calls that give it nothing', async () => {
  const limitedBy = limitedByAt(10_000, 'off')
  const uncounted: EndpointName[] = []
  for (const name of names.filter(name => endpoints[name].access !== 'bearer'))
    if ((await limitedBy(name, anonymous)) === null) uncounted.push(name)
  expect(uncounted).toEqual(['captchaChallenge', 'policyRetrieve', 'calendarRetrieve'])
})

const hasCaptcha = (name: EndpointName) => (endpoints[name] as Endpoint).captcha !== null

it('[T1] [T20] [SHELL-09] a client with a session behind a busy address has to pass the visible check, and is not refused', async () => {
  const limitedBy = limitedByAt(10_000, 'recaptcha')
  for (const name of names)
    expect([name, await limitedBy(name, browser)]).toBeOneOf([
      [name, null],
      ...(hasCaptcha(name) ? [[name, 'visible_check']] : []),
    ])
  // Without a captcha there is no such check.
  const limitedByWithout = limitedByAt(10_000, 'off')
  for (const name of ['vehicleDetails', 'registration', 'vehicleLookup', 'emailQuote'] as const)
    expect([await limitedBy(name, browser), await limitedByWithout(name, browser)]).toEqual([
      'visible_check',
      'address',
    ])
})

it('[T12] [T20] a flood without cookies is refused by address before any database count, and clients with a session are not', async () => {
  const limitedBy = limitedByAt(1, 'recaptcha')
  for (const name of ['policyRetrieve', 'captchaChallenge', 'registration'] as const) {
    expect(await callsUntilLimit(limitedBy, name, anonymous)).toBe(300)
    expect(await limitedBy(name, browser)).toBe(null)
    expect(await limitedBy(name, { ...anonymous, ip: '192.0.2.8' })).toBe(null)
  }
})
