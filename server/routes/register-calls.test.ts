/** Tests of all calls together: their OpenAPI document, malformed input, and what the server does not trust of a request. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problems.ts'
import type { EndpointName } from '#contract/routes.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import { type CoverType, coverEndDate, coverNames, coverTypes } from '#journey/cover.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { wordingPath } from '#journey/page-paths.ts'
import { buildApp } from '#server/app.ts'
import { goodRequests } from '#test/abuse/good-requests.ts'
import { emptyPage } from '#test/blank-output.ts'
import { statusesOf } from '#test/client.ts'
import {
  bindBody,
  carBody,
  createRatedQuote,
  paymentUrls,
  policyholder,
  policyholdersBody,
  ratedBody,
  ratedCustomer,
  register,
  withCoverage,
  withDriver,
} from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { appForFile, type Client, clockOfThisHour, realPdfRenderer } from '#test/test-app.ts'

const world = await appForFile({ replace: { now: clockOfThisHour(), pdfRenderer: realPdfRenderer } })

const table: [EndpointName, Endpoint][] = Object.entries(endpoints) as [EndpointName, Endpoint][]

/** Sends a body of any shape. */
const send = (client: Client, name: EndpointName, body: object) => client.call(name, { body: body as never })
/** The status and the errors of such a body. */
const refusalOf = async (client: Client, name: EndpointName, body: object) => {
  const { status, json } = await send(client, name, body)
  return [status, (json as { errors?: { path: string }[] }).errors]
}

describe('the contract', () => {
  type Content = Record<string, { schema: { properties?: Record<string, object> } }>
  interface Operation {
    readonly operationId: string
    readonly description?: string
    readonly security: object[]
    readonly requestBody?: { readonly content: Content; readonly required: boolean }
    readonly responses: Record<string, { readonly content?: Content }>
  }
  interface OpenApi {
    readonly openapi: string
    readonly info: { readonly description: string }
    readonly components: { readonly securitySchemes: Record<string, object> }
    readonly paths: Record<string, Record<string, Operation>>
  }
  let document: OpenApi
  let operations: Operation[]
  beforeAll(async () => {
    document = (await (await fetch(`${world.origin}/edge/openapi.json`)).json()) as OpenApi
    operations = Object.values(document.paths).flatMap(methods => Object.values(methods))
  })

  it('[EDGE-19] is published as OpenAPI 3.1 with every call', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    const published = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => `${method.toUpperCase()} ${path} ${operation.operationId}`,
      ),
    )
    const agreed = table.map(
      ([name, call]) => `${call.method} /edge${call.path.replace(':regNumber', '{regNumber}')} ${name}`,
    )
    expect(published.sort()).toEqual(agreed.sort())
  })

  it('[EDGE-19] documents which calls need a session and how to get one', () => {
    const guardedBy = (scheme: string) =>
      operations.filter(({ security }) => security.some(one => scheme in one)).map(one => one.operationId)
    const madeBy = (...who: Endpoint['access'][]) =>
      table.filter(([, call]) => who.includes(call.access)).map(([name]) => name)
    expect(guardedBy('session').sort()).toEqual(madeBy('bearer', 'passThrough').sort())
    expect(guardedBy('passThrough').sort()).toEqual(madeBy('passThrough').sort())
    // The document says that a client without cookies needs none.
    expect(guardedBy('sid').sort()).toEqual(madeBy('bearer', 'passThrough').sort())
    for (const { security } of operations)
      if (security.length > 0) expect(security.some(one => !('sid' in one))).toBe(true)
    expect(document.components.securitySchemes).toMatchObject({
      session: { type: 'http', scheme: 'bearer' },
      sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
      passThrough: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: expect.stringContaining(passThroughAuthorization),
      },
    })
  })

  it('[EDGE-19] [EDGE-01] documents the media types, the refusals and the formats that a client has to know', () => {
    const byName = new Map(operations.map(operation => [operation.operationId, operation]))
    const typesOf = (content: Content = {}) => Object.keys(content)
    expect(typesOf(byName.get('login')?.requestBody?.content)).toEqual(['application/x-www-form-urlencoded'])
    const { responses = {} } = byName.get('documentRetrieve') ?? {}
    expect(Object.entries(responses).map(([status, { content }]) => [status, ...typesOf(content)])).toEqual([
      ['200', 'application/pdf'],
      ['404', 'application/problem+json'],
      ['428', 'application/problem+json'],
      ['429', 'application/problem+json'],
      ['default', 'application/problem+json'],
    ])
    expect(typesOf(byName.get('policyRetrieve')?.responses['202']?.content)).toEqual([])
    // The query alone logs in as well.
    expect(byName.get('login')?.requestBody?.required).toBe(false)
    expect(byName.get('quoteAmend')?.requestBody?.required).toBe(true)
    expect(byName.get('quoteCreate')?.description).toContain('a body with vehicleDetails needs no token')
    const bodyOf = (name: string) => JSON.stringify(byName.get(name)?.requestBody)
    expect(bodyOf('quoteRetrieve')).toMatch(/"customerDob":\{[^}]*"format":"date"/)
    expect(bodyOf('quoteBind')).toMatch(/"mobileNum":\{[^}]*0211234567[^}]*\^\(021\|022\|/)
    expect(bodyOf('vehicleLookup')).toMatch(/"registrationOrVin":\{[^}]*VIN is refused/)
  })
})

describe('malformed input', () => {
  it('[EDGE-17] [EDGE-08] gets the path in each of the three bodies of quote/create, and no path if the body matches none of them', async () => {
    const { client, quote } = await ratedCustomer(world)
    const { id, body: rated } = quote
    const policyholders = policyholdersBody(quote)
    const car = carBody(quote)
    const [driver] = rated.drivers
    const doctor = { ...policyholder, title: 'Dr' }
    for (const [body, path] of [
      [withDriver(rated, { incidentCount: 7 }), 'drivers.0.incidentCount'],
      [{ ...rated, drivers: Array(6).fill(driver) }, 'drivers'],
      [{ ...policyholders, policyHolderDetails: [doctor] }, 'policyHolderDetails.0.title'],
      [{ ...policyholders, policyHolderDetails: doctor }, 'policyHolderDetails.title'],
      [{ ...policyholders, policyHolderDetails: Array(6).fill(policyholder) }, 'policyHolderDetails'],
      [{ ...car, vehicleDetails: { ...car.vehicleDetails, value: '13700' } }, 'vehicleDetails.value'],
      [{ id }, ''],
    ] as const)
      expect(await send(client, 'quoteCreate', body)).toMatchObject({
        status: 400,
        json: { code: 'MALFORMED', errors: [{ path }] },
      })
  })

  it('[EDGE-17] with an unknown field in the query is refused at every call, with the name of the field', async () => {
    const client = await world.browser()
    const requests = goodRequests(world, await createRatedQuote(client))
    for (const [name] of table) {
      // A captcha's token may come along with any call, for a page that adds it to all.
      const query = { captchaRequest: 'x', ...Object(requests[name]).query, spare: '1' }
      const { status, json } = await client.call(name, { ...requests[name], query } as never)
      const errors = [{ path: 'spare', message: 'is not a known field' }]
      expect([name, status, json]).toMatchObject([name, 400, { errors }])
    }
  })

  it('[QUOTE-14] [EDGE-17] [EDGE-18] a typed address needs a suburb at every call, and a found address without a valid signature counts as typed', async () => {
    const { client, quote } = await ratedCustomer(world)
    const found = quote.car.address
    const typed = { ...found, addressId: '', signature: '' }
    const { attributes } = bindBody(quote)
    const policyholders = (addressDetails: object) => ({ ...policyholdersBody(quote), addressDetails })
    const car = (addressDetails: object) => ({ ...carBody(quote), addressDetails })
    const bound = (postalAddress: object) => ({ id: quote.id, attributes: { ...attributes, postalAddress } })
    const sent = [
      ['quoteBind', 'attributes.postalAddress.suburb', bound],
      ['quoteCreate', 'addressDetails.suburb', policyholders],
      ['quoteCreate', 'addressDetails.suburb', car],
    ] as const
    for (const [call, path, body] of sent)
      for (const blank of [
        { ...typed, suburb: ' ' },
        { ...typed, suburb: '', addressId: 'NOPE', signature: 'x' },
        // Signed for what was found, and not for this.
        { ...found, suburb: '' },
      ]) {
        const refused = await refusalOf(client, call, body(blank))
        expect(refused).toMatchObject([400, [{ path, message: 'is blank' }]])
      }
    for (const body of [policyholders, car])
      (await send(client, 'quoteCreate', body({ ...typed, suburb: 'Ōrākei' }))).ok()
  })

  it('[HOLDER-01] [EDGE-08] each policyholder may have the name of the one business, and no other name', async () => {
    const { client, quote } = await ratedCustomer(world)
    const policyholders = async (...businessNames: (string | undefined)[]) => {
      const policyHolderDetails = businessNames.map(businessName => ({ ...policyholder, businessName }))
      return refusalOf(client, 'quoteCreate', { ...policyholdersBody(quote), policyHolderDetails })
    }
    const wrong = {
      path: 'policyHolderDetails.1.businessName',
      message: 'is not that of the first policyholder',
    }
    expect(await policyholders('Kauri Ltd', 'Rātā Ltd')).toEqual([400, [wrong]])
    expect(await policyholders(undefined, 'Rātā Ltd')).toEqual([400, [wrong]])
    expect(await policyholders('Kauri Ltd', ' Kauri Ltd ', undefined, '')).toEqual([200, undefined])
  })

  it('[EDGE-17] [T24] names the position of a bidirectional mark and of an unknown field', async () => {
    const { client, quote } = await ratedCustomer(world)
    const asked = (sent: object) => refusalOf(client, 'quoteAmend', sent)
    const message = 'contains bidirectional control characters'
    expect(await asked(withDriver(quote.body, { surname: 'O\u202eBrien' }))).toEqual([
      400,
      [{ path: 'drivers.0.surname', message }],
    ])
    expect(await asked({ ...quote.body, '\u202e': 1 })).toEqual([400, [{ path: '?', message }]])
    // The name of an unknown field comes from the sender: it is shortened and reduced to plain letters.
    expect(await asked(withDriver(quote.body, { ['<b>'.repeat(50)]: 1 }))).toEqual([
      400,
      [{ path: `drivers.0.${'?b?'.repeat(50).slice(0, 40)}`, message: 'is not a known field' }],
    ])
  })

  it('[EDGE-17] [T28] must be UTF-8: other charsets, compressed bodies and invalid bytes are refused', async () => {
    const client = await world.browser()
    await register(client)
    const latin = Buffer.from('{"addressInFreeForm":{"addressLine1":"1 Rue Café"}}', 'latin1')
    const asked = async (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer> = '{}') => {
      const answer = await client.request(`/edge${endpoints.addressRisk.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', ...headers },
        body,
      })
      return [answer.status, ((await answer.json()) as { code?: string }).code]
    }
    for (const type of ['application/json; charset=iso-8859-1', 'application/json;charset="UTF-16"'])
      expect(await asked({ 'content-type': type }), type).toEqual([415, 'UNSUPPORTED_MEDIA'])
    expect(await asked({ 'content-encoding': 'gzip' })).toEqual([415, 'UNSUPPORTED_MEDIA'])
    expect(await asked({}, new Uint8Array(latin))).toEqual([400, 'MALFORMED'])
    const good = JSON.stringify({ addressInFreeForm: { addressLine1: '88 Remuera Road' } })
    for (const type of ['application/json; charset=utf8', 'application/json;charset="UTF-8"'])
      expect(await asked({ 'content-type': type, 'content-encoding': 'identity' }, good)).toEqual([
        200,
        undefined,
      ])
  })

  it('[EDGE-17] is not read when the call is over its rate limit', async () => {
    const client = await world.browser()
    const statuses = await statusesOf(6, () => send(client, 'emailQuote', { id: 'x'.repeat(70_000) }))
    expect(statuses).toEqual([413, 413, 413, 413, 413, 429])
  })

  it('[EDGE-17] [SHELL-01] an unknown call gets a 404 problem and an unknown page path a page, by any method and for an unreadable address', async () => {
    const client = await world.browser()
    for (const [method, path] of [
      ['GET', '/edge/vero/nothing'],
      ['OPTIONS', '/edge/vero/quote/create'],
      ['PUT', '/edge/login'],
      ['GET', '/edge/campaign/policy-renewal/secure/vehicleDetails/%zz'],
      ['GET', '/edge/%'],
    ] as const) {
      const answer = await client.request(path, { method })
      expect(await answer.json(), path).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
    for (const path of ['/vehicle/%zz', '/nowhere']) {
      const page = await client.request(path)
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    }
    expect((await client.request('/vehicle?partnerId=%zz')).status).toBe(200)
  })
})

describe('other routes', () => {
  it.each(['', '?partnerId=turners&utm_source=newsletter'])(
    '[SHELL-01] the root address redirects to the first page and keeps the rest: %j',
    async query => {
      const answer = await world.plainClient().request(`/${query}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/vehicle${query}`])
    },
  )

  it.each([
    ['?uuid=q-1&id=q-2&token=t', 'id=q-1&token=t&back=yes'],
    // Without a token the id opens nothing: then the tab's own answers lead back.
    ['?uuid=q-1&id=q-2', 'back=yes'],
    ['?uuid=//evil.example/%0d%0a&token=%zz#x', 'id=%2F%2Fevil.example%2F%0D%0A&token=%25zz&back=yes'],
  ])('[PAY-09] an abandoned card page redirects to the quote, from %j', async (query, wanted) => {
    const answer = await world.plainClient().request(`/cc-payment-cancel${query}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/vehicle?${wanted}#payment-cancelled`,
    ])
  })

  it.each(coverTypes)('[QUOTE-11] the wording of %s is a real PDF, of that cover', async cover => {
    const answer = await world.plainClient().request(wordingPath(cover))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { text, check } = readPdf(Buffer.from(await answer.arrayBuffer()))
    expect(text).toContain(`${coverNames[cover]} policy wording`)
    expect(check).toContain('No syntax or stream encoding errors found')
  })
})

describe('trust', () => {
  it('[EDGE-18] calculates price, excess and dates itself, whatever the browser sends', async () => {
    const { client, quote, amend } = await ratedCustomer(world)
    const { body } = quote
    const withDates = (dates: object) => {
      const quoteRequestDetails = { ...body.attributes.quoteRequestDetails, ...dates }
      return { ...body, attributes: { ...body.attributes, quoteRequestDetails } }
    }
    const today = nzToday(new Date())
    const refused = [
      withCoverage(body, () => ({ voluntaryExcess: 250 })),
      withCoverage(body, () => ({ compensations: [{ compensationSubType: 'AgreedValue', sumInsured: 1 }] })),
      withDates({ policyInceptionDate: '2020-01-01' }),
      ...['2030-01-01', today, addDays(coverEndDate(today), 2)].map(policyExpiryDate =>
        withDates({ policyExpiryDate }),
      ),
      { ...body, premium: 1 },
    ]
    for (const wrong of refused) expect((await send(client, 'quoteAmend', wrong)).status).toBe(400)
    const again = (await amend(body)).ok()
    expect(again.data.attributes.policyComponent.premium).toEqual(quote.attributes.policyComponent.premium)
  })

  it('[EDGE-18] [EDGE-08] [EDGE-09] comprehensive cover of zero dollars is refused; without a sum, or with zero for third party, the car value counts', async () => {
    const { quote, amend } = await ratedCustomer(world)
    const asked = (cover: CoverType, compensations: object[]) =>
      amend(withCoverage(ratedBody(quote.id, quote.car, { cover }), () => ({ compensations })))
    const zero = ['AgreedValue', 'MarketValue'].map(compensationSubType => ({
      compensationSubType,
      sumInsured: 0,
    }))
    const path = 'attributes.coverages.0.compensations'
    const errors = [{ path, message: 'contains a sum insured that is not above zero' }]
    expect(await asked('COMPREHENSIVE', zero)).toMatchObject({ status: 400, json: { errors } })
    for (const rated of [await asked('THIRD_PARTY_FIRE_THEFT', zero), await asked('COMPREHENSIVE', [])])
      expect(rated.ok().data.attributes.carValue).toBe(quote.car.value)
    // Of two sums, that of the chosen cover counts.
    const sums = ['AgreedValue', 'MarketValue'].map((compensationSubType, at) => ({
      compensationSubType,
      sumInsured: quote.car.value + 100 * at,
    }))
    const rated = (await asked('THIRD_PARTY_FIRE_THEFT', sums)).ok()
    expect(rated.data.attributes.carValue).toBe(quote.car.value + 100)
  })

  it('[EDGE-18] [DRIVER-04] [DRIVER-05] refuses dates of birth and incidents that the pages refuse', async () => {
    const { quote, amend } = await ratedCustomer(world)
    const today = nzToday(new Date())
    const [year = 0, month = 0] = today.split('-').map(Number)
    const incident = (year3: number, month3: number) => ({
      incidentCount: '1',
      issue3: 'FAULT_EXCESS',
      month3,
      year3,
    })
    const nextMonth = month === 12 ? incident(year + 1, 1) : incident(year, month + 1)
    for (const [change, refused] of [
      [{ dateOfBirth: '1899-12-31' }, /^drivers\.0\.dateOfBirth$/],
      [{ dateOfBirth: addDays(today, 1) }, /^drivers\.0\.dateOfBirth$/],
      [incident(year - 4, 12), /^drivers\.0\.(month|year)3$/],
      [nextMonth, /^drivers\.0\.(month|year)3$/],
    ] as const) {
      const errors = [{ path: expect.stringMatching(refused) }]
      expect(await amend(withDriver(quote.body, change))).toMatchObject({ status: 400, json: { errors } })
    }
    for (const change of [{ ...incident(year - 3, 1), dateOfBirth: '1900-01-01' }, incident(year, month)])
      (await amend(withDriver(quote.body, change))).ok()
  })

  it('[EDGE-18] [DRIVER-02] stores the main driver first and the others in order', async () => {
    const { client, quote } = await ratedCustomer(world)
    const body = ratedBody(quote.id, quote.car)
    const [driver] = body.drivers
    if (!driver) throw new Error('no driver')
    const young = { ...driver, givenName: 'Kiri', dateOfBirth: '2006-01-01' }
    const asked = (...drivers: (typeof driver)[]) => client.call('quoteAmend', { body: { ...body, drivers } })
    const errors = [{ path: 'drivers.0.type' }, { path: 'drivers.1.type' }]
    const swapped = await asked({ ...driver, type: 'Driver2' }, { ...young, type: 'Primary' })
    expect(swapped).toMatchObject({ status: 400, json: { errors } })
    expect((await asked(driver, young)).status).toBe(400)
    expect((await asked(driver, { ...young, type: 'Driver2' })).status).toBe(200)
  })

  it('[EDGE-16] [EDGE-01] [EDGE-02] the id of a quote may be in capitals, in address and body', async () => {
    const { client, quote } = await ratedCustomer(world)
    const id = quote.id.toUpperCase()
    expect((await client.call('prospectCar', { query: { id } })).ok().quoteId).toBe(quote.id)
    ;(await client.call('quoteAmend', { body: { ...quote.body, id } })).ok()
    const urls = await client.call('paymentCreate', { body: paymentUrls(world, id) })
    expect(urls).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
    ;(await client.call('login', { body: { user_id: id, password: quote.token } })).ok()
  })
})

it('[EDGE-17] every response has its status and body, also behind a slow onSend hook', async () => {
  const { application } = world
  const loadShedding = {
    ...application.loadShedding,
    addHooks(app: FastifyInstance) {
      application.loadShedding.addHooks(app)
      // A compressing plugin takes time for a body, and none for an empty one.
      app.addHook('onSend', async (_request, _response, payload) => (payload ? delay(5, payload) : payload))
    },
  }
  const dist = application.services.config.dataDir
  const app = await buildApp({ ...application, loadShedding }, { pages: () => emptyPage, dist })
  onTestFinished(() => app.close())
  const answerOf = async (url: string, given: InjectOptions = {}) => {
    const { statusCode, rawPayload } = await app.inject({ url, ...given })
    return [url, statusCode, rawPayload.length > 0]
  }
  const json = { 'content-type': 'application/json' }
  for (const [url, status, hasBody, given] of [
    ['/edge/vero/payment/policy/retrieve?uuid=x', 200, true, {}],
    ['/edge/openapi.json', 200, true, {}],
    ['/edge/vero/prospect/car?id=x', 204, false, {}],
    ['/edge/login', 401, true, { method: 'POST', headers: json, payload: '{"user_id":"x"}' }],
    ['/edge/login', 400, true, { method: 'POST', headers: json, payload: '{' }],
    ['/edge/session', 401, true, {}],
    ['/edge/session', 403, true, { headers: { origin: 'https://evil.example' } }],
    ['/edge/nothing', 404, true, {}],
    ['/edge/notices/card/x', 503, false, { method: 'POST', headers: json, payload: '{}' }],
    ['/vehicle', 200, true, {}],
    ['/nowhere', 404, true, {}],
    ['/health', 200, true, {}],
    ['/ready', 200, true, {}],
    [wordingPath('THIRD_PARTY'), 200, true, {}],
  ] as const)
    expect(await answerOf(url, given)).toEqual([url, status, hasBody])
})

it('[EDGE-17] a problem has a title and a request id that a customer can quote', async () => {
  const { headers, json } = await world.plainClient().call('session')
  const requestId = headers.get('x-request-id')
  expect(json).toMatchObject({ code: 'NOT_LOGGED_IN', title: problems.NOT_LOGGED_IN.title, requestId })
  // RFC 9110, 15.5.2: a 401 says by what it would let somebody in.
  expect(headers.get('www-authenticate')).toBe('Bearer')
})
