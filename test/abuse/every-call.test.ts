/** Abuse tests of every call in the contract, against one victim's quote, whose rows must not change. */
import { createHash, createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import {
  bindBody,
  carBody,
  createRatedQuote,
  customerReadyToPay,
  policyholder,
  policyholdersBody,
  ratedBody,
  savePolicyholders,
  withVehicleRisk,
} from '#test/purchase.ts'
import { appForFile, type Client } from '#test/test-app.ts'
import { goodRequests, withLeaf } from './good-requests.ts'

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })
const { client: victim, quote } = await customerReadyToPay(world)
const requests = goodRequests(world, quote)

const table = Object.entries(endpoints) as [EndpointName, Endpoint][]
const bearerCalls = table.filter(([, call]) => call.access === 'bearer').map(([name]) => name)
const ask = (client: Client, name: EndpointName, headers: Record<string, string> = {}) =>
  client.call(name, { ...requests[name], headers } as never)

/** Texts from the victim's answers, which no response to another client may contain. */
const marks = [policyholder.lastName, policyholder.dateOfBirth, policyholder.email, policyholder.mobile]
const leaks = (bytes: Buffer) => marks.filter(mark => bytes.toString().includes(mark))

const victimsRows = () =>
  world.query(
    `select q::text from quote q where id = $1
     union all select p::text from payment p where quote_id = $1
     union all select b::text from bind_attempt b where quote_id = $1
     union all select p::text from policy p where quote_id = $1`,
    [quote.id],
  )

/** Runs the attack with every call, and fails if one changed the victim's rows. */
async function unchanged(attack: (name: EndpointName) => Promise<void>): Promise<void> {
  for (const [name] of table) {
    const before = await victimsRows()
    await attack(name)
    expect(await victimsRows(), name).toEqual(before)
  }
}

/** Calls that any client may make, because they concern no quote. */
const withoutQuote: ReadonlySet<EndpointName> = new Set([
  'captchaChallenge',
  'validateRecaptcha',
  'vehicleDetails',
  'registration',
])
/** Calls whose request authenticates the client, so the victim's valid request succeeds. */
const selfAuthenticating: ReadonlySet<EndpointName> = new Set(['login', 'quoteRetrieve'])

const namesQuote = (name: EndpointName): boolean => JSON.stringify(requests[name]).includes(quote.id)

/** The statuses by which a call may answer a client that has no access to the quote. */
const refusals = [204, 400, 401, 404, 409]

it('[T2] [T3] [T4] [EDGE-16] the victim’s ids give another client no access at any call, with any credentials', async () => {
  const other = await world.browser()
  await createRatedQuote(other)
  const strangers: [string, Client, Record<string, string>][] = [
    ['a browser without a quote', await world.browser(), {}],
    ['no cookies, pass-through', world.plainClient(), { authorization: passThroughAuthorization }],
    ['no cookies, nothing', world.plainClient(), { authorization: '' }],
    ['another customer', other, {}],
    ['another customer’s token, no cookies', world.plainClient(), { authorization: `Bearer ${other.token}` }],
    ['the victim’s token, no cookies', world.plainClient(), { authorization: `Bearer ${victim.token}` }],
    ['the victim’s token, another’s cookies', other, { authorization: `Bearer ${victim.token}` }],
  ]
  /** With the other customer's token, calls that name no quote concern that customer's quote. */
  const isTheirOwn = (name: EndpointName, client: Client, headers: Record<string, string>) =>
    client === other &&
    headers.authorization === undefined &&
    !namesQuote(name) &&
    endpoints[name].access === 'bearer'
  await unchanged(async name => {
    if (selfAuthenticating.has(name)) return
    for (const [who, client, headers] of strangers) {
      const answer = await ask(client, name, headers)
      const what = `${name}: ${who}: answered ${answer.status}`
      expect(answer.status, what).toBeLessThan(500)
      expect(leaks(answer.bytes), what).toEqual([])
      if (withoutQuote.has(name) || isTheirOwn(name, client, headers)) continue
      if (name === 'policyRetrieve') expect(answer.json, what).toEqual({})
      else expect(refusals, what).toContain(answer.status)
    }
  })
})

it('[T2] [EDGE-16] a right, wrong or missing pass-through value changes no response', async () => {
  for (const [name, call] of table.filter(([, row]) => row.access === 'passThrough')) {
    const answers = []
    for (const authorization of [passThroughAuthorization, 'Basic d3Jvbmc6d3Jvbmc=', ''])
      answers.push(await ask(await world.browser(), name, { authorization }))
    expect(new Set(answers.map(({ status }) => status)).size, `${name} ${call.path}`).toBe(1)
  }
})

it('[T9] [EDGE-08] [EDGE-09] [EDGE-12] no call changes a converted or expired quote', async () => {
  for (const [status, code] of [
    ['CONVERTED', 'QUOTE_CONVERTED'],
    ['EXPIRED', 'QUOTE_EXPIRED'],
  ] as const) {
    const client = await world.browser()
    const own = await createRatedQuote(client)
    await savePolicyholders(client, own)
    await world.query('update quote set status = $2 where id = $1', [own.id, status])
    const row = () => world.query('select * from quote where id = $1', [own.id])
    const before = await row()
    const good = goodRequests(world, own)
    const changing = [
      await client.call('quoteCreate', good.quoteCreate),
      await client.call('quoteCreate', { body: carBody(own) }),
      await client.call('quoteCreate', { body: policyholdersBody(own) }),
      await client.call('quoteAmend', good.quoteAmend),
      await client.call('paymentCreate', good.paymentCreate),
      await client.call('paymentRetry', good.paymentRetry),
      await client.call('emailQuote', good.emailQuote),
    ]
    for (const answer of changing) expect([answer.status, answer.json]).toMatchObject([409, { code }])
    expect((await client.call('quoteBind', good.quoteBind)).status).toBe(409)
    expect(await row()).toEqual(before)
  }
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const [header = '', payload = '', signature = ''] = (victim.token ?? '').split('.')
const read = (text: string): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64url').toString())

async function forgedTokens(): Promise<[string, string][]> {
  const claims = read(payload)
  const good = { alg: 'HS256', typ: 'JWT' }
  /** The victim's claims, with this header, signed with a key that is not ours. */
  const signed = (head: object, key: string) => {
    const text = `${part({ ...good, ...head })}.${payload}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ours = world.services.keys.jwt
  const with_ = (changed: object) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader(good).sign(ours)
  const past = Math.floor(Date.now() / 1000) - 10
  return [
    ['alg none', `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`],
    ['alg None', `${part({ alg: 'None', typ: 'JWT' })}.${payload}.`],
    ['alg none, old signature', `${part({ alg: 'none' })}.${payload}.${signature}`],
    ['no signature', `${header}.${payload}.`],
    ['half a signature', `${header}.${payload}.${signature.slice(0, 20)}`],
    ['another payload', `${header}.${part({ ...claims, sub: randomUUID() })}.${signature}`],
    ...['secret', '', 'openroad', 'null', passThroughAuthorization].map((key): [string, string] => [
      `key '${key}'`,
      signed({}, key),
    ]),
    ['HS512', signed({ alg: 'HS512' }, 'secret')],
    ['HS384', `${part({ alg: 'HS384', typ: 'JWT' })}.${payload}.${signature}`],
    ['ES256', await new SignJWT(claims).setProtectedHeader({ ...good, alg: 'ES256' }).sign(privateKey)],
    ['jwk', signed({ jwk: publicKey.export({ format: 'jwk' }) }, 'secret')],
    ['jku', signed({ jku: 'https://evil.example/keys' }, 'secret')],
    ['x5u', signed({ x5u: 'https://evil.example/cert' }, 'secret')],
    ['kid to a file', signed({ kid: '/dev/null' }, '')],
    ['kid as SQL', signed({ kid: "x' union select 'secret" }, 'secret')],
    ['crit', signed({ crit: ['exp'] }, 'secret')],
    ['another brand', await with_({ aud: 'turners' })],
    ['another issuer', await with_({ iss: 'evil' })],
    ['expired', await with_({ exp: past })],
    ['no expiry', await with_({ exp: undefined })],
    ['no quote', await with_({ sub: undefined })],
    ['not yet', await with_({ nbf: past + 3600 })],
    ['another session', await with_({ sid: createHash('sha256').update('x').digest('base64url') })],
    ['another type', await new SignJWT(claims).setProtectedHeader({ ...good, typ: 'at+jwt' }).sign(ours)],
  ]
}

it('[T16] [EDGE-16] no call accepts a forged token', async () => {
  const forged = await forgedTokens()
  expect(forged.length).toBeGreaterThan(25)
  for (const name of bearerCalls)
    for (const [what, token] of forged)
      expect((await ask(victim, name, { authorization: `Bearer ${token}` })).status, `${name}: ${what}`).toBe(
        401,
      )
  expect((await ask(victim, 'session')).status).toBe(200)
})

it('[T15] [EDGE-16] a session token contains no personal data and expires within eight hours', () => {
  expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const claims = read(payload)
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'])
  expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(8 * 3600)
})

it('[T17] [EDGE-16] no call accepts a request from another site or a token in a cookie', async () => {
  const from: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: world.origin.replace('http:', 'https:') },
    { origin: `${world.origin}.evil.example` },
  ]
  await unchanged(async name => {
    for (const headers of from) expect((await ask(victim, name, headers)).status, name).toBe(403)
  })
  victim.cookies.set('jwt-token', victim.token ?? '')
  for (const name of bearerCalls)
    expect((await ask(victim, name, { authorization: '' })).status, name).toBe(401)
  victim.cookies.delete('jwt-token')
})

it('[T17] [EDGE-17] a body must be JSON: types that a form on another site can send are refused', async () => {
  for (const [name, call] of table.filter(([, row]) => row.method === 'POST')) {
    const body = JSON.stringify(requests[name])
    const types = ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']
    const form = 'application/x-www-form-urlencoded; charset=utf-8'
    for (const type of [...types, ...(call.form ? [] : [form])]) {
      const answer = await victim.request(`/edge${call.path}`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${victim.token}` },
        body,
      })
      expect([answer.status, await answer.json()], `${name}: ${type}`).toMatchObject([
        415,
        { code: 'UNSUPPORTED_MEDIA' },
      ])
    }
  }
})

/**
 * Bodies as JSON, each with an extra key in one of its objects. A placeholder is replaced, because assigning `__proto__`
 * sets no key.
 */
const withInside = (whole: unknown, key: string, extra: unknown): string[] =>
  objectPaths(whole).map(path =>
    JSON.stringify(withLeaf(whole, `${path}@@`, extra)).replace('"@@"', JSON.stringify(key)),
  )

/** The beginning of the paths into every object: '', 'drivers.0.'. */
const objectPaths = (whole: unknown): string[] =>
  typeof whole === 'object' && whole !== null
    ? [
        ...(Array.isArray(whole) ? [] : ['']),
        ...Object.entries(whole).flatMap(([key, inner]) => objectPaths(inner).map(path => `${key}.${path}`)),
      ]
    : []

const post = (name: EndpointName, body: string) =>
  victim.request(`/edge${endpoints[name].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${victim.token}` },
    body,
  })
const jsonPosts = table.filter(([, call]) => call.method === 'POST' && !call.form).map(([name]) => name)

it('[T25] [EDGE-17] no body at any depth can change a prototype', async () => {
  for (const name of jsonPosts)
    for (const [key, extra] of [
      ['__proto__', { status: 'QUOTED', premium: 1 }],
      ['constructor', { prototype: { premium: 1 } }],
    ] as const)
      for (const body of withInside(requests[name].body, key, extra))
        expect((await post(name, body)).status, `${name} ${body.slice(0, 300)}`).toBe(400)
  expect(Reflect.get({}, 'premium')).toBeUndefined()
})

it('[T26] [EDGE-17] [EDGE-18] an unknown field is refused at every depth, and the specification’s fields are accepted', async () => {
  const rated = ratedBody(quote.id, quote.car)
  const bound = bindBody(quote)
  const person = { dateOfBirth: policyholder.dateOfBirth, claimHistory: [] }
  const named = { ...person, givenName: 'Māia', initials: 'M', surname: 'O’Brien' }
  const withRisk = (change: object) => withVehicleRisk(rated, change)
  const bindVehicleDetails = { carRegistration: 'JHU968', mainDriver: named, additionalDrivers: [named] }
  const bodies: [EndpointName, object][] = [
    ...jsonPosts.map((name): [EndpointName, object] => [name, requests[name].body as object]),
    ['quoteAmend', withRisk({ mainDriver: person, additionalDrivers: [person] })],
    ['quoteCreate', withRisk({ mainDriver: named, additionalDrivers: [named] })],
    ['quoteCreate', policyholdersBody(quote)],
    ['quoteCreate', carBody(quote)],
    ['quoteBind', { ...bound, attributes: { ...bound.attributes, bindVehicleDetails } }],
  ]
  const before = await victimsRows()
  for (const [name, whole] of bodies)
    for (const body of withInside(whole, 'stowaway', 1))
      expect((await post(name, body)).status, `${name} ${body.slice(0, 900)}`).toBe(400)
  expect(await victimsRows()).toEqual(before)

  for (const indicators of [
    { businessUse: 'NO', modification: 'NO', isFinanced: 'NO', isCriminalRecord: 'NO', taxiExclusion: 'NO' },
    {},
  ])
    expect((await post('quoteAmend', JSON.stringify(withRisk({ indicators })))).status).toBe(200)
  // The specification's field name has the same effect as ours.
  const convicted = withRisk({ indicators: { criminalRecord: 'NO', isCriminalRecord: 'YES' } })
  expect((await post('quoteAmend', JSON.stringify(convicted))).status).toBe(422)
  const people = withRisk({ mainDriver: named, additionalDrivers: [named] })
  expect((await post('quoteAmend', JSON.stringify(people))).status).toBe(200)
})

it('[T26] [EDGE-19] a response contains only fields of the contract', async () => {
  const client = await world.browser()
  const good = goodRequests(world, await createRatedQuote(client))
  const names = ['prospectCar', 'quoteRetrieve', 'session', 'registration', 'policyRetrieve', 'quoteAmend']
  for (const name of names as EndpointName[]) {
    const { json } = await client.call(name, good[name] as never)
    // Parsing drops unknown fields, so equality means that there is none.
    expect((endpoints[name] as Endpoint).reply?.parse(json), name).toEqual(json)
  }
})

it('[T27] [EDGE-17] every call refuses a repeated query key', async () => {
  for (const [name, call] of table) {
    const { query } = requests[name] as { query?: Record<string, string> }
    for (const key of Object.keys(query ?? {})) {
      const twice = new URLSearchParams(query)
      twice.append(key, 'other')
      const answer = await victim.request(`/edge${call.path.replace(':regNumber', 'JHU968')}?${twice}`, {
        headers: { authorization: `Bearer ${victim.token}` },
      })
      expect(answer.status, `${name} ${key}`).toBe(400)
    }
  }
  // An invalid UTF-8 sequence.
  expect((await victim.request('/edge/vero/prospect/car?quoteNum=%ED%A0%80')).status).toBeLessThan(500)
})

const otherTypes = [7, true, null, [], {}, '\u0000', 'x'.repeat(10_000)]
const isObject = (value: unknown) => typeof value === 'object'
/** Values of another type than this one. */
const otherThan = (value: unknown): unknown[] =>
  isObject(value) ? otherTypes.filter(other => !isObject(other)) : [...otherTypes, [value]]

it.each(jsonPosts)('[T27] [EDGE-17] %s refuses a body of other types', async name => {
  const body = requests[name].body as object
  for (const [key, value] of Object.entries(body))
    for (const other of otherThan(value).filter(other => other !== value)) {
      const { status } = await post(name, JSON.stringify({ ...body, [key]: other }))
      const what = `${name} ${key} ${JSON.stringify(other).slice(0, 40)}`
      expect(Math.floor(status / 100), what).toBe(4)
    }
})

it('[T29] [EDGE-17] every JSON call refuses a large body with 413 and a deeply nested one with 400, before any work', async () => {
  const deep = `${'{"a":'.repeat(25)}1${'}'.repeat(25)}`
  await unchanged(async name => {
    if (!jsonPosts.includes(name)) return
    const large = await post(name, JSON.stringify({ id: 'x'.repeat(70_000) }))
    expect([large.status, await large.json()], name).toMatchObject([413, { code: 'TOO_LARGE' }])
    const nested = await post(name, deep)
    expect([nested.status, await nested.json()], name).toMatchObject([
      400,
      { errors: [{ message: 'is nested too deeply' }] },
    ])
  })
  const long = await victim.request('/edge/session', { headers: { 'x-long': 'x'.repeat(9000) } })
  expect(long.status).toBe(431)
})
