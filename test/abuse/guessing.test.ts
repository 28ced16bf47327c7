/** Abuse tests of guessing and rate limits: ids, numbers, link tokens, plates, captcha passes and mails. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { passThroughValue } from '#contract/public-constants.ts'
import type { Captcha } from '#partners/captcha/port.ts'
import { cannedServer } from '#test/canned-server.ts'
import { createRatedQuote, holder, paymentUrls, ratedBody, register, saveCar } from '#test/purchase.ts'
import { type Client, clockOfThisHour, openTestApp, type TestApp } from '#test/test-app.ts'
import { newQuoteNumber, parseQuoteNumber } from '#underwriting/numbers.ts'

const hourMs = 3_600_000
const clock = clockOfThisHour()
let laterMs = 0
const now = () => new Date(clock().getTime() + laterMs)
let tokens = 0
let asked = 0
/** A captcha whose verdict is in the token: human, unsure, or visible check passed. */
const tokenCaptcha: Captcha = {
  kind: 'recaptcha',
  challenge: async () => null,
  async verify({ token }) {
    asked += 1
    return token.startsWith('person') ? 'human' : 'invalid'
  },
  verifyVisible: async ({ token }) => (token.startsWith('seen') ? 'human' : 'invalid'),
  identityOf: token => token,
}
let world: TestApp
let guarded: TestApp
beforeAll(async () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1' }
  world = await openTestApp({ environment, replace: { now } })
  guarded = await openTestApp({ environment, replace: { now, captcha: tokenCaptcha } })
})
afterAll(() => Promise.all([world.close(), guarded.close()]))

const person = () => {
  tokens += 1
  return `person-${tokens}`
}
const from = (ip: string) => ({ 'x-forwarded-for': ip })

it('[T1] quote numbers have fifty random bits and a check character', () => {
  const numbers = Array.from({ length: 2000 }, () => newQuoteNumber(randomBytes))
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const number of numbers) {
    expect(number).toMatch(/^Q-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{6}$/)
    expect(parseQuoteNumber(number)).toBe(number)
  }
  // A number with one wrong character is invalid.
  const [real = ''] = numbers
  const neighbours = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'].map(last => `${real.slice(0, -1)}${last}`)
  expect(neighbours.filter(one => parseQuoteNumber(one) !== null)).toEqual([real])
})

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
  const client = await guarded.browser()
  const guess = (captchaRequest = person()) =>
    client.call('prospectCar', {
      query: { quoteNum: newQuoteNumber(randomBytes), captchaRequest },
      headers: from('203.0.113.7'),
    })
  const statuses: number[] = []
  for (let tries = 0; tries < 7; tries += 1) statuses.push((await guess()).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 428, 428])
  const verify = await client.call('validateRecaptcha', {
    query: { captchaRequest: `seen-${person()}` },
    headers: from('203.0.113.7'),
  })
  expect(verify.status).toBe(200)
  for (let tries = 0; tries < 25; tries += 1) expect((await guess('AUTHENTICATED_V2')).status).toBe(204)
  expect((await guess('AUTHENTICATED_V2')).status).toBe(429)
  // Another client at the same address needs the check at once and is not refused.
  const neighbour = await guarded.browser()
  const registered = await neighbour.call('registration', {
    body: { registrationNumber: 'JHU968', recaptchaResponse: person() },
  })
  const id = new URL(registered.ok().url).searchParams.get('id') ?? ''
  const look = (captchaRequest: string) =>
    neighbour.call('prospectCar', { query: { id, captchaRequest }, headers: from('203.0.113.7') })
  expect((await look(person())).status).toBe(428)
  const shown = { query: { captchaRequest: `seen-${person()}` }, headers: from('203.0.113.7') }
  expect((await neighbour.call('validateRecaptcha', shown)).status).toBe(200)
  expect((await look('AUTHENTICATED_V2')).status).toBe(200)
  // A client at another address who knows the number is not affected.
  const owner = await world.browser()
  const { attributes } = await createRatedQuote(owner)
  const known = await owner.call('prospectCar', { query: { quoteNum: attributes.policyDetails.quoteNum } })
  expect(known.status).toBe(200)
})

it('[T1] [EDGE-02] a correct number counts as a guess for an unrelated client, because numbers may be consecutive', async () => {
  // Another node of the same application, without a captcha.
  const open = await openTestApp({ beside: guarded, replace: { now } })
  onTestFinished(() => open.close())
  const owner = await open.browser()
  const { id, attributes } = await createRatedQuote(owner)
  const { quoteNum } = attributes.policyDetails
  const lookUp = async (who: Client, query: Record<string, string>, captchaRequest = person()) =>
    (
      await who.call('prospectCar', {
        query: { ...query, captchaRequest },
        headers: from('203.0.113.40'),
      })
    ).status
  const statuses = async (who: Client, query: Record<string, string>) => {
    const all: number[] = []
    for (let tries = 0; tries < 7; tries += 1) all.push(await lookUp(who, query))
    return all
  }
  const always = Array.from({ length: 7 }, () => 200)
  expect(await statuses(guarded.at(new URL(guarded.origin).host, owner), { quoteNum })).toEqual(always)
  // A client with the id has the mail or link and does not guess.
  expect(await statuses(await guarded.browser(), { id, quoteNum })).toEqual(always)
  const stranger = await guarded.browser()
  expect(await statuses(stranger, { quoteNum })).toEqual([200, 200, 200, 200, 200, 428, 428])
  const verify = await stranger.call('validateRecaptcha', {
    query: { captchaRequest: `seen-${person()}` },
    headers: from('203.0.113.40'),
  })
  expect(verify.status).toBe(200)
  const seen: number[] = []
  for (let tries = 0; tries < 26; tries += 1)
    seen.push(await lookUp(stranger, { quoteNum }, 'AUTHENTICATED_V2'))
  expect([seen.indexOf(429), new Set(seen)]).toEqual([25, new Set([200, 429])])
})

it('[T14] [EDGE-01] ten wrong tokens block an address from a quote’s login for an hour, thirty from all logins, and never the owner', async () => {
  const { id, token } = await register(await world.browser())
  const login = (ip: string, user: string, password: string) =>
    world.plainClient().call('login', { body: { user_id: user, password }, headers: from(ip) })
  const wrong = () => randomBytes(32).toString('base64url')
  for (let tries = 0; tries < 10; tries += 1)
    expect((await login('198.51.100.99', id, wrong())).status).toBe(401)
  expect((await login('198.51.100.99', id.toUpperCase(), wrong())).status).toBe(429)
  expect((await login('198.51.100.99', id, token)).status).toBe(429)
  expect((await login('198.51.100.7', id, token)).status).toBe(200)
  laterMs = hourMs
  try {
    expect((await login('198.51.100.99', id, token)).status).toBe(200)
    for (let tries = 0; tries < 30; tries += 1)
      expect((await login('192.0.2.1', randomUUID(), wrong())).status).toBe(401)
    expect((await login('192.0.2.1', randomUUID(), wrong())).status).toBe(429)
    expect((await login('192.0.2.2', randomUUID(), wrong())).status).toBe(401)
  } finally {
    laterMs = 0
  }
})

it('[T14] [T20] a new address of the same IPv6 network for every try does not bypass the limits', async () => {
  const { id, token } = await register(await world.browser())
  const login = (ip: string, password: string) =>
    world.plainClient().call('login', { body: { user_id: id, password }, headers: from(ip) })
  const wrong = () => randomBytes(32).toString('base64url')
  const another = (line: string) => `${line}:${randomBytes(8).toString('hex').match(/.{4}/g)?.join(':')}`
  for (let tries = 0; tries < 10; tries += 1)
    expect((await login(another('2001:db8:1:1'), wrong())).status).toBe(401)
  expect((await login(another('2001:db8:1:1'), token)).status).toBe(429)
  expect((await login(another('2001:db8:1:2'), token)).status).toBe(200)
})

it('[T14] the database holds no link token, no cookie and no session token, only hashes', async () => {
  const client = await world.browser()
  const { token } = await createRatedQuote(client)
  const { rows } = await world.database.pool.query<{ all: string }>(
    `select coalesce((select string_agg(t::text, '') from login_token t), '')
         || coalesce((select string_agg(t::text, '') from session t), '')
         || coalesce((select string_agg(t::text, '') from quote t), '')
         || coalesce((select string_agg(t::text, '') from audit t), '') as all`,
  )
  const kept = rows[0]?.all ?? ''
  expect(kept.length).toBeGreaterThan(1000)
  for (const secret of [token, client.cookies.get('sid') ?? '', client.token ?? '']) {
    expect(secret.length).toBeGreaterThan(40)
    expect(kept).not.toContain(secret)
  }
})

it('[T18] [SHELL-09] no guarded call accepts the marker AUTHENTICATED_V2 alone, in any form', async () => {
  const client = await guarded.browser()
  const lookUp = (captchaRequest: string, headers: Record<string, string> = {}) =>
    client.call('vehicleDetails', { params: { regNumber: 'JHU968' }, query: { captchaRequest }, headers })
  for (const mark of ['AUTHENTICATED_V2', 'authenticated_v2', ' AUTHENTICATED_V2', 'true', '', 'robot'])
    expect((await lookUp(mark)).status, mark).toBe(428)
  client.cookies.set('AUTHENTICATED_V2', 'true')
  expect((await lookUp('', { authenticated_v2: 'true', authorization: passThroughValue })).status).toBe(428)
  expect((await lookUp('AUTHENTICATED_V2')).status).toBe(428)
  const noSession = await guarded
    .plainClient()
    .call('registration', { body: { registrationNumber: 'JHU968', recaptchaResponse: 'AUTHENTICATED_V2' } })
  expect(noSession.status).toBe(428)
})

it('[T18] [SHELL-09] a token works once; a pass allows this session and network thirty calls in thirty minutes', async () => {
  const client = await guarded.browser()
  const registered = await client.call('registration', {
    body: { registrationNumber: 'JHU968', recaptchaResponse: person() },
  })
  const id = new URL(registered.ok().url).searchParams.get('id') ?? ''
  const read = async (captchaRequest: string, ip = '203.0.113.20', who: Client = client) =>
    (await who.call('prospectCar', { query: { id, captchaRequest }, headers: from(ip) })).status
  const once = person()
  expect([await read(once), await read(once)]).toEqual([200, 428])
  const pass = await client.call('validateRecaptcha', {
    query: { captchaRequest: `seen-${person()}` },
    headers: from('203.0.113.20'),
  })
  expect(pass.status).toBe(200)
  expect(await read('AUTHENTICATED_V2', '203.0.114.20')).toBe(428)
  expect(await read('AUTHENTICATED_V2', '203.0.113.20', await guarded.browser())).toBe(428)
  laterMs = 31 * 60_000
  try {
    expect(await read('AUTHENTICATED_V2')).toBe(428)
  } finally {
    laterMs = 0
  }
  const statuses: number[] = []
  for (let call = 0; call < 31; call += 1) statuses.push(await read('AUTHENTICATED_V2', '203.0.113.21'))
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 428])
})

it('[T18] [SHELL-09] [EDGE-15] without a valid session the visible check starts one with a pass', async () => {
  const check = async (client: Client, captchaRequest: string, ip = '203.0.113.22') =>
    (await client.call('validateRecaptcha', { query: { captchaRequest }, headers: from(ip) })).status
  const lookUp = async (client: Client) => {
    const query = { captchaRequest: 'AUTHENTICATED_V2' }
    const headers = from('203.0.113.22')
    return (await client.call('vehicleDetails', { params: { regNumber: 'JHU968' }, query, headers })).status
  }
  const seen = () => `seen-${person()}`
  for (const cookie of [undefined, 'x'.repeat(43)]) {
    const client = await guarded.browser()
    client.cookies.delete('sid')
    if (cookie) client.cookies.set('sid', cookie)
    const failed = await check(client, 'nobody')
    expect([failed, client.cookies.get('sid'), await lookUp(client)]).toEqual([428, cookie, 428])
    expect(await check(client, seen())).toBe(200)
    const begun = client.cookies.get('sid')
    expect(begun).toMatch(/^[\w-]{43}$/)
    expect([begun === cookie, await lookUp(client)]).toEqual([false, 200])
    // A second check belongs to the same session.
    expect(await check(client, seen())).toBe(200)
    expect(client.cookies.get('sid')).toBe(begun)
  }
  // A client without cookies starts a session each time; an address may start 1,200 an hour.
  expect(await check(guarded.plainClient(), seen(), '203.0.113.23')).toBe(200)
  await guarded.database.pool.query('update rate_limit set count = 1198 where key = $1', [
    'validateRecaptcha|stranger|203.0.113.23',
  ])
  const statuses: number[] = []
  for (let come = 0; come < 3; come += 1)
    statuses.push(await check(guarded.plainClient(), seen(), '203.0.113.23'))
  expect(statuses).toEqual([200, 200, 429])
  expect(await check(await guarded.browser(), seen(), '203.0.113.23')).toBe(200)
})

it('[T20] [EDGE-03] a session looks up five plates freely and twenty with the visible check, and no response describes the car', async () => {
  const client = await guarded.browser()
  const lookUp = (index: number, captchaRequest: string) =>
    client.call('vehicleDetails', {
      params: { regNumber: `PLT${String(index).padStart(3, '0')}` },
      query: { captchaRequest },
    })
  const statuses: number[] = []
  for (let index = 0; index < 7; index += 1) statuses.push((await lookUp(index, person())).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 428, 428])
  await client.call('validateRecaptcha', { query: { captchaRequest: `seen-${person()}` } })
  const seen: number[] = []
  for (let index = 10; index < 25; index += 1) {
    const answer = await lookUp(index, 'AUTHENTICATED_V2')
    seen.push(answer.status)
    if (answer.status === 200) expect(Object.keys(answer.ok())).toEqual(['regNumber'])
  }
  expect(seen.filter(status => status === 200)).toHaveLength(13)
  expect(seen.at(-1)).toBe(429)
})

it('[T1] [T20] [EDGE-02] [EDGE-03] clients without a cookie share one session’s allowance per address', async () => {
  const ip = '203.0.113.60'
  const lookUp = (client: Client, index: number, address = ip) =>
    client.call('vehicleDetails', {
      params: { regNumber: `NOC${String(index).padStart(3, '0')}` },
      query: { captchaRequest: person() },
      headers: from(address),
    })
  const guess = (client: Client) =>
    client.call('prospectCar', {
      query: { quoteNum: newQuoteNumber(randomBytes), captchaRequest: person() },
      headers: from(ip),
    })
  const looked: number[] = []
  const missed: number[] = []
  for (let index = 0; index < 7; index += 1) {
    looked.push((await lookUp(guarded.plainClient(), index)).status)
    missed.push((await guess(guarded.plainClient())).status)
  }
  expect(looked).toEqual([200, 200, 200, 200, 200, 428, 428])
  expect(missed).toEqual([204, 204, 204, 204, 204, 428, 428])
  // Clients with their own session, and clients elsewhere, are not affected.
  const neighbour = await guarded.browser()
  expect((await lookUp(neighbour, 20)).status).toBe(200)
  expect((await guess(neighbour)).status).toBe(204)
  expect((await lookUp(guarded.plainClient(), 21, '203.0.113.61')).status).toBe(200)
})

it('[T20] the register is asked once per plate, then the cache answers', async () => {
  const { register: plates } = world.application.services
  const [first, second] = [await plates.lookUp('AQU512'), await plates.lookUp('AQU512')]
  expect(second).toBe(first)
})

it('[T20] [EDGE-05] look-ups of car details in many sessions are limited per address', async () => {
  const statuses: number[] = []
  for (let session = 0; session < 5; session += 1) {
    const client = await world.browser()
    await register(client)
    for (let plate = 0; plate < 28; plate += 1) {
      const asked = client.call('vehicleLookup', {
        body: { registrationOrVin: `PL${plate}`, transmission: 'Automatic' },
        headers: from('203.0.113.90'),
      })
      statuses.push((await asked).status)
    }
  }
  expect(statuses.indexOf(429)).toBe(120)
  expect(new Set(statuses.slice(120))).toEqual(new Set([429]))
})

const search = { addressInFreeForm: { addressLine1: '88 Remuera Road' } }
it.each([
  ['addressRisk', 300, { body: search }, 'address'],
  ['addressPostal', 300, { body: search }, 'address'],
  ['addressSuggest', 6000, { query: { q: '88 Rem' } }, 'browser'],
  ['addressSuggest', 120_000, { query: { q: '88 Rem' } }, 'address'],
] as const)(
  '[T20] [EDGE-07] a new login does not reset the count of %s, which is limited to %i',
  async (name, most, asked, per) => {
    const client = await world.browser()
    const { id, token } = await register(client)
    const ip = `203.0.113.${per === 'browser' ? 90 : 91}`
    const ask = async () => (await client.call(name, { ...asked, headers: from(ip) })).status
    const renew = async () => {
      const login = await client.call('login', { body: { user_id: id, password: token } })
      client.token = login.ok().JWT
    }
    expect(await ask()).toBe(200)
    // The address has forty calls left in this hour.
    await world.database.pool.query('update rate_limit set count = $1 where key like $2', [
      most - 40,
      per === 'address' ? `${name}|address|${ip}` : `${name}|browser|%`,
    ])
    const statuses: number[] = []
    for (let session = 0; session < 3; session += 1) {
      await renew()
      for (let call = 0; call < 16; call += 1) statuses.push(await ask())
    }
    expect(statuses.indexOf(429)).toBe(40)
    expect(new Set(statuses.slice(40))).toEqual(new Set([429]))
    // Other addresses and browsers are not affected.
    const other = await world.browser()
    await register(other)
    const elsewhere = await other.call(name, { ...asked, headers: from('203.0.113.92') })
    expect(elsewhere.status).toBe(200)
  },
)

it.each(['paymentRetry', 'documentRetrieve'] as const)(
  '[T18] [T19] [EDGE-12] [EDGE-14] unrelated clients that call %s need their address’s visible check before the captcha is asked',
  async name => {
    const ask = (client: Client, ip: string) => {
      const uuid = randomUUID()
      const recaptchaResponse = person()
      const headers = from(ip)
      return name === 'paymentRetry'
        ? client.call(name, { body: { uuid, recaptchaResponse }, headers })
        : client.call(name, {
            body: { documentType: 'New Business', policyNumber: 'P-1', uuid, recaptchaResponse },
            headers,
          })
    }
    const before = asked
    const statuses: number[] = []
    for (let stranger = 0; stranger < 62; stranger += 1) {
      const client = stranger % 2 ? guarded.plainClient() : await guarded.browser()
      statuses.push((await ask(client, '203.0.113.95')).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 428, 428])
    expect(asked - before).toBe(60)
    expect((await ask(guarded.plainClient(), '203.0.113.96')).status).toBe(404)
  },
)

it('[T13] [T37] [EDGE-12] an hour allows thirty card pages per session and 120 per address', async () => {
  const ip = '203.0.113.97'
  const statuses: number[] = []
  for (let session = 0; session < 5; session += 1) {
    const client = await world.browser()
    const { id } = await register(client)
    for (let call = 0; call < 31; call += 1) {
      const body = paymentUrls(world, id)
      statuses.push((await client.call('paymentCreate', { body, headers: from(ip) })).status)
    }
  }
  const ofSession = [...Array.from({ length: 30 }, () => 409), 429]
  expect(statuses).toEqual([
    ...Array.from({ length: 4 }, () => ofSession).flat(),
    ...Array.from({ length: 31 }, () => 429),
  ])
})

it('[T20] [EDGE-08] an hour allows thirty saved cars per session, each with a register look-up, and 120 per address', async () => {
  const statuses: number[] = []
  for (let session = 0; session < 5; session += 1) {
    const client = await world.browser()
    const { id } = await register(client)
    const car = await saveCar(client, id)
    const vehicleDetails = {
      transmission: 'Automatic',
      vehicleKey: car.vehicleKey,
      model: 'Toyota Corolla',
      value: car.value,
      isFinanced: 'NO',
    } as const
    const body = { id, vehicleDetails, addressDetails: { ...car.address, type: 'RISK' as const } }
    const save = () => client.call('quoteCreate', { body, headers: from('203.0.113.98') })
    for (let again = 0; again < 30; again += 1) statuses.push((await save()).status)
    const last = await save()
    expect([last.status, Number(last.headers.get('retry-after')) > 60]).toEqual([429, true])
    // Look-ups have their own count.
    const looked = await client.call('vehicleLookup', {
      body: { registrationOrVin: 'JHU968', transmission: 'Manual' },
    })
    expect(looked.status).toBe(200)
  }
  // The set-up saved the first car, with the same session from another address.
  const ofSession = [...Array.from({ length: 29 }, () => 200), 429]
  expect(statuses).toEqual([
    ...Array.from({ length: 4 }, () => ofSession).flat(),
    ...Array.from({ length: 4 }, () => 200),
    ...Array.from({ length: 26 }, () => 429),
  ])
})

it('[T20] [EDGE-03] all clients together do not exceed the register’s daily quota', async () => {
  const car = { make: 'Toyota', model: 'Corolla', year_of_manufacture: '2015' }
  const register = await cannedServer(({ url }) => ({
    body: JSON.stringify({ ...car, plate: new URL(url, 'http://register').searchParams.get('plate') }),
  }))
  const counted = await openTestApp({
    environment: {
      VEHICLE: 'carjam',
      VEHICLE_URL: register.origin,
      VEHICLE_KEY: 'k',
      VEHICLE_LOOKUPS_A_DAY: '3',
    },
    replace: { now },
  })
  try {
    const statuses: number[] = []
    for (const plate of ['AAA1', 'AAA2', 'AAA1', 'AAA3', 'AAA4', 'AAA5', 'AAA2']) {
      const caller = await counted.browser()
      statuses.push((await caller.call('vehicleDetails', { params: { regNumber: plate } })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 502, 502, 200])
    expect(register.requests).toHaveLength(3)
  } finally {
    await counted.close()
  }
})

it('[T20] [EDGE-03] the daily quota counts each request to the register, by New Zealand’s day', async () => {
  let isFetching = true
  const car = { make: 'Toyota', model: 'Corolla', year_of_manufacture: '2015' }
  const register = await cannedServer(({ url }) =>
    isFetching
      ? { body: 'null', headers: { refresh: '0' } }
      : {
          body: JSON.stringify({ ...car, plate: new URL(url, 'http://register').searchParams.get('plate') }),
        },
  )
  let at = '2026-11-21T11:30:00Z'
  const counted = await openTestApp({
    environment: {
      VEHICLE: 'carjam',
      VEHICLE_URL: register.origin,
      VEHICLE_KEY: 'k',
      VEHICLE_LOOKUPS_A_DAY: '6',
    },
    replace: { now: () => new Date(at) },
  })
  onTestFinished(() => counted.close())
  const lookUp = async (regNumber: string) => {
    const caller = await counted.browser()
    const { status } = await caller.call('vehicleDetails', { params: { regNumber } })
    return [status, register.requests.length]
  }
  // The register answers four times that it is fetching.
  expect(await lookUp('AAA1')).toEqual([502, 4])
  isFetching = false
  expect(await lookUp('AAA2')).toEqual([200, 5])
  // Midnight UTC is noon in New Zealand.
  at = '2026-11-22T00:30:00Z'
  expect(await lookUp('AAA3')).toEqual([200, 6])
  expect(await lookUp('AAA4')).toEqual([502, 6])
  // Requests that were not sent are not counted, so a higher quota has room at once.
  const { rows } = await counted.database.pool.query(`select count from rate_limit where key = 'register'`)
  expect(rows).toEqual([{ count: 6 }])
  at = '2026-11-22T10:59:00Z'
  expect(await lookUp('AAA5')).toEqual([502, 6])
  at = '2026-11-22T11:00:00Z'
  expect(await lookUp('AAA6')).toEqual([200, 7])
})

it('[T21] [EDGE-11] the limit of three mails a day uses New Zealand’s day, and the refusal states when it ends', async () => {
  let at = '2026-11-21T23:30:00Z'
  const dated = await openTestApp({ replace: { now: () => new Date(at) } })
  onTestFinished(() => dated.close())
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
  const statuses: number[] = []
  for (let sender = 0; sender < 6; sender += 1) {
    const client = await world.browser()
    const { id } = await createRatedQuote(client)
    for (let mail = 0; mail < 5; mail += 1) {
      const email = mail < 2 ? 'victim@example.nz' : `other${sender}-${mail}@example.nz`
      const answer = await client.call('emailQuote', { body: { id, email } })
      statuses.push(answer.status)
      expect([200, 429]).toContain(answer.status)
    }
  }
  // Three mails to the victim in all, and at most three recipients per quote.
  const sent = statuses.filter(status => status === 200).length
  const mails = (await world.mails(before + sent)).slice(before)
  expect(mails.filter(one => one.to === 'victim@example.nz')).toHaveLength(3)
  expect(mails).toHaveLength(sent)
  expect(sent).toBeLessThanOrEqual(3 + 6 * 3)
  for (const { html } of mails)
    for (const [, address = ''] of html.matchAll(/href="([^"]+)"/g))
      expect(address).toMatch(/^(https?:\/\/(127\.0\.0\.1|[\w.-]*openroad|localhost)|tel:|mailto:)/)
})

it('[T21] [EDGE-11] a fourth recipient is always refused', async () => {
  const client = await world.browser()
  const { id } = await createRatedQuote(client)
  const statuses: number[] = []
  for (const name of ['one', 'two', 'three', 'four', 'FOUR'])
    statuses.push(
      (await client.call('emailQuote', { body: { id, email: `${name}.of.many@example.nz` } })).status,
    )
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

it('[T1] [EDGE-09] a session may make sixty calls of a kind in a minute', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const body = ratedBody(quote.id, quote.car)
  const untilNextMinute = 60_000 - (now().getTime() % 60_000)
  try {
    laterMs = untilNextMinute
    const statuses: number[] = []
    for (let call = 0; call < 62; call += 1) statuses.push((await client.call('quoteAmend', { body })).status)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429])
    laterMs = untilNextMinute + 60_000
    expect((await client.call('quoteAmend', { body })).status).toBe(200)
  } finally {
    laterMs = 0
  }
})

it('[T1] [EDGE-10] an hour allows five tries of birth date and postcode per quote; a correct sixth gets the same response', async () => {
  const { attributes, car } = await createRatedQuote(await world.browser())
  const retrieve = async (customerDob: string) =>
    (await world.browser()).call('quoteRetrieve', {
      body: {
        attributes: {
          insuredDetails: { customerDob, customerPostcode: car.address.postcode },
          quoteNumber: attributes.policyDetails.quoteNum,
        },
      },
    })
  for (let day = 10; day < 15; day += 1) expect((await retrieve(`1990-01-${day}`)).status).toBe(204)
  expect((await retrieve(holder.dateOfBirth)).status).toBe(204)
})
