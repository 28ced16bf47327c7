/**
 * Tests of the rate limits per call: a client without cookie and token is still limited, and customers
 * behind a shared address are not locked out.
 */
import { expect, it } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { createMemoryRateLimiter } from '#server/lib/memory-rate-limiter.ts'
import { checkLimitWithoutCaptcha, checkRateLimit } from './rate-limits.ts'

const names = Object.keys(endpoints) as EndpointName[]
const withoutToken = names.filter(name => endpoints[name].access !== 'bearer')

/** The keys that count one call of each name, in the database or in memory (`pace`). */
async function countedBy(caller: Pick<RequestContext, 'sidHash' | 'quoteId' | 'ip'>, count = checkRateLimit) {
  const counted: Partial<Record<EndpointName, string[]>> = {}
  for (const name of withoutToken) {
    const by: string[] = []
    const services = {
      config: { limitFactor: 1 },
      now: () => new Date('2026-11-21T01:00:00Z'),
      captcha: { kind: 'recaptcha' },
      repositories: {
        incrementCounter: async (key: string) => {
          by.push(key)
          return 1
        },
      },
      rateLimiter: {
        consume: (key: string) => {
          by.push(`pace|${key}`)
          return null
        },
      },
    }
    await count(name, caller as RequestContext, services as unknown as Dependencies)
    counted[name] = by.map(key => key.split('|')).map(([what, per]) => (what === 'pace' ? what : (per ?? '')))
  }
  return counted
}
const namesOf = (counted: Awaited<ReturnType<typeof countedBy>>, isIt: (by: string[]) => boolean) =>
  names.filter(name => isIt(counted[name] ?? ['a bearer call']))

const anonymous = { sidHash: null, quoteId: null, ip: '192.0.2.7' }
const browser = { ...anonymous, sidHash: Buffer.alloc(32, 1) }

it('[T1] [T12] a client with neither cookie nor token is limited per minute and counted by address, except at calls that give it nothing', async () => {
  const counted = await countedBy(anonymous)
  expect(namesOf(counted, by => by.includes('pace'))).toEqual(withoutToken)
  expect(
    withoutToken.filter(name => !counted[name]?.some(per => per === 'address' || per === 'anonymous')),
  ).toEqual(['captchaChallenge', 'policyRetrieve', 'calendarRetrieve'])
})

it('[T1] a call with an empty row has the limit per minute of its session, and a tenth of it while the captcha partner is down', async () => {
  const paced = namesOf(await countedBy(browser), by => by.includes('pace'))
  expect(paced).toEqual(['captchaChallenge', 'policyRetrieve'])
  const unguarded = await countedBy(browser, checkLimitWithoutCaptcha)
  expect(namesOf(unguarded, by => by.length === 0)).toEqual([])
})

/** The limit that a call exceeds at an address with `count` earlier calls of other sessions. */
function limitedByAt(count: number, captcha: 'recaptcha' | 'off') {
  const services = {
    config: { limitFactor: 1 },
    now: () => new Date('2026-11-21T01:00:00Z'),
    captcha: { kind: captcha },
    repositories: { incrementCounter: async (key: string) => (key.includes('|address|') ? count : 1) },
    rateLimiter: createMemoryRateLimiter(),
  } as unknown as Dependencies
  return async (name: EndpointName, caller: object) =>
    (await checkRateLimit(name, caller as RequestContext, services))?.by ?? null
}
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
    const results: (string | null)[] = []
    for (let call = 0; call < 301; call += 1) results.push(await limitedBy(name, anonymous))
    expect([name, results.indexOf('address')]).toEqual([name, 300])
    expect(await limitedBy(name, browser)).toBe(null)
    expect(await limitedBy(name, { ...anonymous, ip: '192.0.2.8' })).toBe(null)
  }
})
