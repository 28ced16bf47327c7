/** Abuse tests of guessing and rate limits: ids, numbers, link tokens, plates, captcha passes and mails. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { EndpointName } from '#contract/routes.ts'
import { captchaPassedMarker, passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import { cannedServer } from '#test/canned-server.ts'
import { statusesOf } from '#test/client.ts'
import {
  type Car,
  carBody,
  createRatedQuote,
  linkOf,
  logIn,
  paymentUrls,
  register,
  saveCar,
} from '#test/purchase.ts'
import { appForFile, appForTest, type Client, clockOfThisHour } from '#test/test-app.ts'
import { newQuoteNumber } from '#underwriting/quote-and-policy-numbers.ts'
import { humanToken, trustingCaptcha, visibleToken } from './good-requests.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Each case has its own address. */
let addressesUsed = 0
const clock = clockOfThisHour()
let laterMs = 0
const now = () => new Date(clock().getTime() + laterMs)
const environment = { TRUSTED_PROXIES: '127.0.0.1' }
const world = await appForFile({ environment, replace: { now } })
const guarded = await appForFile({ environment, replace: { now, captcha: trustingCaptcha } })

const from = (ip: string) => ({ 'x-forwarded-for': ip })
/** So many of one status, then the others. */
const times = (count: number, status: number, ...then: number[]) => [...Array(count).fill(status), ...then]
const wrongToken = () => randomBytes(32).toString('base64url')
const passVisibleCheck = async (client: Client, ip: string) => {
  const query = { captchaRequest: visibleToken() }
  ;(await client.call('validateRecaptcha', { query, headers: from(ip) })).ok()
}
/** Registers a prospect behind the captcha; returns its id. */
async function registerGuarded(client: Client): Promise<string> {
  const body = { registrationNumber: 'JHU968', recaptchaResponse: humanToken() }
  return linkOf((await client.call('registration', { body })).ok().url).id
}

it('[T1] [EDGE-02] unknown, other customers’ and malformed ids get the same empty response', async () => {
  const { id, attributes } = await createRatedQuote(await world.browser())
  const asked = [
    { id },
    { id: randomUUID() },
    { id: 'nothing' },
    { quoteNum: newQuoteNumber(randomBytes) },
    { quoteNum: 'Q-00000-000000' },
    { id: randomUUID(), quoteNum: attributes.policyDetails.quoteNum },
    { id, quoteNum: newQuoteNumber(randomBytes) },
  ]
  const answers = await Promise.all(
    asked.map(async query => {
      const answer = await (await world.browser()).call('prospectCar', { query })
      const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      return JSON.stringify([answer.status, answer.bytes.length, headers])
    }),
  )
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('[204,0,')
})

it('[T1] [EDGE-02] five misses require the visible check, thirty block the session, and its address then needs the check', async () => {
  const ip = '203.0.113.7'
  const client = await guarded.browser()
  const guess = (captchaRequest: string) =>
    client.call('prospectCar', {
      query: { quoteNum: newQuoteNumber(randomBytes), captchaRequest },
      headers: from(ip),
    })
  expect(await statusesOf(7, () => guess(humanToken()))).toEqual(times(5, 204, 428, 428))
  await passVisibleCheck(client, ip)
  expect(await statusesOf(26, () => guess(captchaPassedMarker))).toEqual(times(25, 204, 429))
  // Another client at the same address needs the check at once and is not refused.
  const neighbour = await guarded.browser()
  const id = await registerGuarded(neighbour)
  const lookUp = async (captchaRequest: string) =>
    (await neighbour.call('prospectCar', { query: { id, captchaRequest }, headers: from(ip) })).status
  expect(await lookUp(humanToken())).toBe(428)
  await passVisibleCheck(neighbour, ip)
  expect(await lookUp(captchaPassedMarker)).toBe(200)
  // A client at another address who knows the number is not affected.
  const owner = await world.browser()
  const { quoteNum } = (await createRatedQuote(owner)).attributes.policyDetails
  expect((await owner.call('prospectCar', { query: { quoteNum } })).status).toBe(200)
})

it('[T1] [EDGE-02] a correct number counts as a guess for an unrelated client, because numbers may be consecutive', async () => {
  // Another node of the same application, without a captcha.
  const open = await appForTest({ beside: guarded, replace: { now } })
  const owner = await open.browser()
  const { id, attributes } = await createRatedQuote(owner)
  const { quoteNum } = attributes.policyDetails
  const ip = '203.0.113.40'
  const lookUps = (count: number, who: Client, query: Record<string, string>, token = humanToken) =>
    statusesOf(count, () =>
      who.call('prospectCar', { query: { ...query, captchaRequest: token() }, headers: from(ip) }),
    )
  expect(await lookUps(7, guarded.at(new URL(guarded.origin).host, owner), { quoteNum })).toEqual(
    times(7, 200),
  )
  // A client with the id has the mail or link and does not guess.
  expect(await lookUps(7, await guarded.browser(), { id, quoteNum })).toEqual(times(7, 200))
  const stranger = await guarded.browser()
  expect(await lookUps(7, stranger, { quoteNum })).toEqual(times(5, 200, 428, 428))
  await passVisibleCheck(stranger, ip)
  expect(await lookUps(26, stranger, { quoteNum }, () => captchaPassedMarker)).toEqual(times(25, 200, 429))
})

it('[T14] [EDGE-01] ten wrong tokens block an address from a quote’s login for an hour, thirty from all logins, and never the owner', async () => {
  const { id, token } = await register(await world.browser())
  const login = (ip: string, user: string, password: string) =>
    world.plainClient().call('login', { body: { user_id: user, password }, headers: from(ip) })
  const ip = '198.51.100.99'
  expect(await statusesOf(10, () => login(ip, id, wrongToken()))).toEqual(times(10, 401))
  expect((await login(ip, id.toUpperCase(), wrongToken())).status).toBe(429)
  expect((await login(ip, id, token)).status).toBe(429)
  expect((await login('198.51.100.7', id, token)).status).toBe(200)
  laterMs = hourMs
  try {
    expect((await login(ip, id, token)).status).toBe(200)
    const guesses = await statusesOf(31, () => login('192.0.2.1', randomUUID(), wrongToken()))
    expect(guesses).toEqual(times(30, 401, 429))
    expect((await login('192.0.2.2', randomUUID(), wrongToken())).status).toBe(401)
  } finally {
    laterMs = 0
  }
})

it('[T14] [T20] a new address of the same IPv6 network for every try does not bypass the limits', async () => {
  const { id, token } = await register(await world.browser())
  const login = (line: string, password: string) => {
    const ip = `${line}:${randomBytes(8).toString('hex').match(/.{4}/g)?.join(':')}`
    return world.plainClient().call('login', { body: { user_id: id, password }, headers: from(ip) })
  }
  expect(await statusesOf(10, () => login('2001:db8:1:1', wrongToken()))).toEqual(times(10, 401))
  expect((await login('2001:db8:1:1', token)).status).toBe(429)
  expect((await login('2001:db8:1:2', token)).status).toBe(200)
})

it('[T18] [SHELL-09] no guarded call accepts the marker AUTHENTICATED_V2 alone, in any form', async () => {
  const client = await guarded.browser()
  const lookUp = (captchaRequest: string, headers: Record<string, string> = {}) =>
    client.call('vehicleDetails', { params: { regNumber: 'JHU968' }, query: { captchaRequest }, headers })
  for (const mark of [captchaPassedMarker, 'authenticated_v2', ' AUTHENTICATED_V2', 'true', '', 'robot'])
    expect((await lookUp(mark)).status, mark).toBe(428)
  client.cookies.set(captchaPassedMarker, 'true')
  expect(
    (await lookUp('', { authenticated_v2: 'true', authorization: passThroughAuthorization })).status,
  ).toBe(428)
  expect((await lookUp(captchaPassedMarker)).status).toBe(428)
  const noSession = await guarded
    .plainClient()
    .call('registration', { body: { registrationNumber: 'JHU968', recaptchaResponse: captchaPassedMarker } })
  expect(noSession.status).toBe(428)
})

it('[T18] [SHELL-09] a token works once; a pass allows this session and network thirty calls in thirty minutes', async () => {
  const client = await guarded.browser()
  const id = await registerGuarded(client)
  const read = async (captchaRequest: string, ip = '203.0.113.20', who: Client = client) =>
    (await who.call('prospectCar', { query: { id, captchaRequest }, headers: from(ip) })).status
  const once = humanToken()
  expect(await read(once)).toBe(200)
  expect(await read(once)).toBe(428)
  await passVisibleCheck(client, '203.0.113.20')
  expect(await read(captchaPassedMarker, '203.0.114.20')).toBe(428)
  expect(await read(captchaPassedMarker, '203.0.113.20', await guarded.browser())).toBe(428)
  laterMs = 31 * minuteMs
  try {
    expect(await read(captchaPassedMarker)).toBe(428)
  } finally {
    laterMs = 0
  }
  const reads = await statusesOf(31, async () => ({
    status: await read(captchaPassedMarker, '203.0.113.21'),
  }))
  expect(reads).toEqual(times(30, 200, 428))
})

it('[T18] [SHELL-09] [EDGE-15] without a valid session the visible check starts one with a pass', async () => {
  const check = async (client: Client, captchaRequest: string, ip = '203.0.113.22') =>
    (await client.call('validateRecaptcha', { query: { captchaRequest }, headers: from(ip) })).status
  const lookUp = async (client: Client) => {
    const query = { captchaRequest: captchaPassedMarker }
    const headers = from('203.0.113.22')
    return (await client.call('vehicleDetails', { params: { regNumber: 'JHU968' }, query, headers })).status
  }
  for (const cookie of [undefined, 'x'.repeat(43)]) {
    const client = await guarded.browser()
    client.cookies.delete('sid')
    if (cookie) client.cookies.set('sid', cookie)
    const failed = await check(client, 'nobody')
    expect([failed, client.cookies.get('sid'), await lookUp(client)]).toEqual([428, cookie, 428])
    expect(await check(client, visibleToken())).toBe(200)
    const begun = client.cookies.get('sid')
    expect(begun).toMatch(/^[\w-]{43}$/)
    expect([begun === cookie, await lookUp(client)]).toEqual([false, 200])
    // A second check belongs to the same session.
    expect(await check(client, visibleToken())).toBe(200)
    expect(client.cookies.get('sid')).toBe(begun)
  }
  // A client without cookies starts a session each time; an address may start 1,200 an hour.
  const ip = '203.0.113.23'
  expect(await check(guarded.plainClient(), visibleToken(), ip)).toBe(200)
  const key = `validateRecaptcha|anonymous|${ip}`
  await guarded.query('update rate_limit set count = 1198 where key = $1', [key])
  const statuses = await statusesOf(3, async () => ({
    status: await check(guarded.plainClient(), visibleToken(), ip),
  }))
  expect(statuses).toEqual([200, 200, 429])
  expect(await check(await guarded.browser(), visibleToken(), ip)).toBe(200)
})

/** Looks up plate number `index` of a series. */
const lookUpPlate = (client: Client, index: number, captchaRequest: string, ip = '203.0.113.30') =>
  client.call('vehicleDetails', {
    params: { regNumber: `PLT${String(index).padStart(3, '0')}` },
    query: { captchaRequest },
    headers: from(ip),
  })

it('[T20] [EDGE-03] a session looks up five plates freely and twenty with the visible check, and no response describes the car', async () => {
  const client = await guarded.browser()
  const free = await statusesOf(7, index => lookUpPlate(client, index, humanToken()))
  expect(free).toEqual(times(5, 200, 428, 428))
  await passVisibleCheck(client, '203.0.113.30')
  const seen = await statusesOf(15, async index => {
    const answer = await lookUpPlate(client, 10 + index, captchaPassedMarker)
    if (answer.status === 200) expect(Object.keys(answer.ok())).toEqual(['regNumber'])
    return answer
  })
  expect(seen).toEqual(times(13, 200, 429, 429))
})

it('[T1] [T20] [EDGE-02] [EDGE-03] clients without a cookie share one session’s allowance per address', async () => {
  const ip = '203.0.113.60'
  const lookUp = (client: Client, index: number, address = ip) =>
    lookUpPlate(client, 100 + index, humanToken(), address)
  const guess = (client: Client) =>
    client.call('prospectCar', {
      query: { quoteNum: newQuoteNumber(randomBytes), captchaRequest: humanToken() },
      headers: from(ip),
    })
  const looked = await statusesOf(7, index => lookUp(guarded.plainClient(), index))
  const missed = await statusesOf(7, () => guess(guarded.plainClient()))
  expect([looked, missed]).toEqual([times(5, 200, 428, 428), times(5, 204, 428, 428)])
  // Clients with their own session, and clients elsewhere, are not affected.
  const neighbour = await guarded.browser()
  expect((await lookUp(neighbour, 20)).status).toBe(200)
  expect((await guess(neighbour)).status).toBe(204)
  expect((await lookUp(guarded.plainClient(), 21, '203.0.113.61')).status).toBe(200)
})

const search = { addressInFreeForm: { addressLine1: '88 Remuera Road' } }
/** The call that each limit counts, and its request for a prospect. */
const limitedCalls = {
  addressRisk: () => ['addressRisk', { body: search }],
  addressPostal: () => ['addressPostal', { body: search }],
  addressSuggest: () => ['addressSuggest', { query: { q: '88 Rem' } }],
  vehicleLookup: () => ['vehicleLookup', { body: { registrationOrVin: 'PL8', transmission: 'Automatic' } }],
  paymentCreate: ({ id }) => ['paymentCreate', { body: paymentUrls(world, id) }],
  saveCar: saved => ['quoteCreate', { body: carBody(saved) }],
} satisfies Record<string, (saved: { id: string; car: Car }) => [EndpointName, object]>

it.each([
  ['addressRisk', 300, 'address'],
  ['addressPostal', 300, 'address'],
  ['addressSuggest', 6000, 'browser'],
  ['addressSuggest', 120_000, 'address'],
  ['vehicleLookup', 30, 'session'],
  ['vehicleLookup', 120, 'address'],
  ['paymentCreate', 30, 'session'],
  ['paymentCreate', 120, 'address'],
  ['saveCar', 30, 'session'],
  ['saveCar', 120, 'address'],
] as const)(
  '[T13] [T20] [T37] [EDGE-05] [EDGE-07] [EDGE-08] [EDGE-12] an hour allows calls of %s: %i per %s',
  async (name, most, per) => {
    const client = await world.browser()
    const prospect = await register(client)
    const car = await saveCar(client, prospect.id)
    const ask = (who: Client, id: string, headers: Record<string, string>) => {
      const [call, request] = limitedCalls[name]({ id, car })
      return who.call(call, { ...request, headers } as never)
    }
    const ip = `203.0.113.${100 + addressesUsed++}`
    const allowed = name === 'paymentCreate' ? 409 : 200
    expect((await ask(client, prospect.id, from(ip))).status).toBe(allowed)
    // Two calls are left in this hour.
    const key = per === 'address' ? `${name}|address|${ip}` : `${name}|${per}|%`
    await world.query('update rate_limit set count = $1 where key like $2', [most - 2, key])
    // A new login resets only the count of a session.
    if (per !== 'session') await logIn(client, prospect)
    const statuses = await statusesOf(2, () => ask(client, prospect.id, from(ip)))
    const last = await ask(client, prospect.id, from(ip))
    expect([...statuses, last.status]).toEqual([allowed, allowed, 429])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(60)
    // Other addresses and browsers are not affected.
    const other = await world.browser()
    const { id } = await register(other)
    if (name === 'saveCar') await saveCar(other, id)
    expect((await ask(other, id, from('203.0.113.92'))).status).toBe(allowed)
  },
)

it.each(['paymentRetry', 'documentRetrieve'] as const)(
  '[T18] [T19] [EDGE-12] [EDGE-14] unrelated clients that call %s need their address’s visible check before the captcha is asked',
  async name => {
    const document = { documentType: 'New Business', policyNumber: 'P-1' } as const
    const ask = (client: Client, ip: string) => {
      const body = { uuid: randomUUID(), recaptchaResponse: humanToken() }
      const headers = from(ip)
      return name === 'paymentRetry'
        ? client.call(name, { body, headers })
        : client.call(name, { body: { ...body, ...document }, headers })
    }
    const verify = vi.spyOn(guarded.services.captcha, 'verify')
    onTestFinished(() => verify.mockRestore())
    const statuses = await statusesOf(62, async stranger =>
      ask(stranger % 2 ? guarded.plainClient() : await guarded.browser(), '203.0.113.95'),
    )
    expect(statuses).toEqual(times(60, 404, 428, 428))
    expect(verify).toHaveBeenCalledTimes(60)
    expect((await ask(guarded.plainClient(), '203.0.113.96')).status).toBe(404)
  },
)

it('[T20] [EDGE-03] all clients together do not exceed the register’s daily quota, which counts each request by New Zealand’s day', async () => {
  let at = '2026-11-21T11:30:00Z'
  const registerServer = await cannedServer(({ url }) => {
    const plate = new URL(url, 'http://register').searchParams.get('plate')
    const vehicle = { make: 'Toyota', model: 'Corolla', year_of_manufacture: '2015', plate }
    return isFetching() ? { body: 'null', headers: { refresh: '0' } } : { body: JSON.stringify(vehicle) }
  })
  const isFetching = () => registerServer.requests.length === 1
  const environment = {
    VEHICLE: 'carjam',
    VEHICLE_URL: registerServer.origin,
    VEHICLE_KEY: 'k',
    VEHICLE_LOOKUPS_A_DAY: '4',
  }
  const app = await appForTest({ environment, replace: { now: () => new Date(at) } })
  /** The status, and how many requests the register has got. */
  const lookUp = async (regNumber: string) => {
    const { status } = await (await app.browser()).call('vehicleDetails', { params: { regNumber } })
    return [status, registerServer.requests.length]
  }
  // The register answers once that it is fetching.
  expect(await lookUp('AAA1')).toEqual([200, 2])
  expect(await lookUp('AAA2')).toEqual([200, 3])
  // Midnight UTC is noon in New Zealand.
  at = '2026-11-22T00:30:00Z'
  expect(await lookUp('AAA3')).toEqual([200, 4])
  expect(await lookUp('AAA4')).toEqual([502, 4])
  // A plate that was asked for is read from the cache.
  expect(await lookUp('AAA2')).toEqual([200, 4])
  // Requests that were not sent are not counted, so a higher quota has room at once.
  const rows = await app.query(`select count from rate_limit where key = 'register'`)
  expect(rows).toEqual([{ count: 4 }])
  at = '2026-11-22T10:59:00Z'
  expect(await lookUp('AAA5')).toEqual([502, 4])
  at = '2026-11-22T11:00:00Z'
  expect(await lookUp('AAA6')).toEqual([200, 5])
})

it('[T21] [EDGE-11] the limit of three mails a day uses New Zealand’s day, and the refusal states when it ends', async () => {
  let at = '2026-11-21T23:30:00Z'
  const dated = await appForTest({ replace: { now: () => new Date(at) } })
  const mail = async () => {
    const client = await dated.browser()
    const { id } = await createRatedQuote(client)
    return client.call('emailQuote', { body: { id, email: 'maia@example.nz' } })
  }
  for (const _ of [1, 2, 3]) expect((await mail()).status).toBe(200)
  at = '2026-11-22T00:30:00Z'
  const refused = await mail()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(10.5 * 3600)])
  at = '2026-11-22T11:00:00Z'
  expect((await mail()).status).toBe(200)
})

it('[T21] [EDGE-11] a quote is mailed to three people a day, each gets at most three mails, and all texts are ours', async () => {
  const before = (await world.mails(0)).length
  const statuses: number[][] = []
  for (let sender = 0; sender < 4; sender += 1) {
    const client = await world.browser()
    const { id } = await createRatedQuote(client)
    const own = ['one', 'two', 'three', 'THREE'].map(name => `${name}.of.${sender}@example.nz`)
    const recipients = ['victim@example.nz', ...own]
    statuses.push(
      await statusesOf(5, index =>
        client.call('emailQuote', { body: { id, email: recipients[index] ?? '' } }),
      ),
    )
  }
  // The fourth sender’s mail to the victim is refused, so that it counts as none of its three recipients.
  expect(statuses).toEqual([...Array(3).fill([200, 200, 200, 429, 429]), [429, 200, 200, 200, 200]])
  const sent = statuses.flat().filter(status => status === 200).length
  const mails = (await world.mails(before + sent)).slice(before)
  expect(mails.filter(one => one.to === 'victim@example.nz')).toHaveLength(3)
  for (const { html } of mails)
    for (const [, address = ''] of html.matchAll(/href="([^"]+)"/g))
      expect(address).toMatch(/^(https?:\/\/(127\.0\.0\.1|[\w.-]*openroad|localhost)|tel:|mailto:)/)
})
