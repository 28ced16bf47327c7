/** Tests of all calls together: their OpenAPI document, malformed input, and what the server does not trust of a request. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problems.ts'
import type { EndpointName } from '#contract/routes.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import { type CoverType, coverEndDate, coverNames, coverTypes } from '#journey/cover.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { wordingPath } from '#journey/page-paths.ts'
import { goodRequests } from '#test/abuse/good-requests.ts'
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
  saveCar,
  withCoverage,
  withDriver,
} from '#test/purchase.ts'
import { readPdf } from '#test/read-pdf.ts'
import { appForFile, type Client, clockOfThisHour, realDocuments } from '#test/test-app.ts'

const world = await appForFile({ replace: { now: clockOfThisHour(), pdfRenderer: realDocuments } })

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
    const named = document.info.description.match(/\b[a-z]+[A-Z]\w+/g) ?? []
    const calls = named.filter(word => /^(?:quote|payment|vehicle|address|sum)/.test(word))
    expect(calls.filter(word => table.every(([name]) => name !== word))).toEqual([])
  })

  it('[EDGE-19] [EDGE-01] documents the media type of each body, and every response of a call', () => {
    const byName = new Map(operations.map(operation => [operation.operationId, operation]))
    for (const [name, call] of table) {
      const { requestBody, responses = {} } = byName.get(name) ?? {}
      const form = call.form ? 'application/x-www-form-urlencoded' : 'application/json'
      expect([name, Object.keys(requestBody?.content ?? {})]).toEqual([name, call.body ? [form] : []])
      const refusals = call.problems.map(code => problems[code].status)
      const captcha = call.captcha === null ? undefined : problems.CAPTCHA_REQUIRED.status
      const statuses = new Set(
        [200, call.empty, captcha, ...refusals].filter(status => status !== undefined).map(String),
      )
      expect([name, Object.keys(responses).sort()]).toEqual([name, [...statuses, 'default'].sort()])
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const reply = call.document ?? 'application/json'
        const type = status === '200' ? [reply] : ['application/problem+json']
        expect([name, status, Object.keys(content)]).toEqual([
          name,
          status,
          status === String(call.empty) ? [] : type,
        ])
      }
    }
    // The query alone logs in as well.
    expect(byName.get('login')?.requestBody?.required).toBe(false)
    expect(byName.get('quoteAmend')?.requestBody?.required).toBe(true)
    const retrieve = JSON.stringify(byName.get('quoteRetrieve')?.requestBody)
    expect(retrieve).toMatch(/"customerDob":\{[^}]*"format":"date"/)
    const { properties } = byName.get('emailQuote')?.requestBody?.content['application/json']?.schema ?? {}
    expect(properties?.email).toMatchObject({ type: 'string', maxLength: 100 })
    // What a client written from the document alone would else find out by trying.
    expect(byName.get('quoteCreate')?.description).toContain('a body with vehicleDetails needs no token')
    const bodyOf = (name: string) => JSON.stringify(byName.get(name)?.requestBody)
    const codeInFront = /"mobile(Num)?":\{[^}]*0211234567[^}]*\^\(021\|022\|/
    for (const name of ['quoteCreate', 'quoteBind']) expect(bodyOf(name)).toMatch(codeInFront)
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
    const bodies: [object, string][] = [
      [withDriver(rated, { incidentCount: 7 }), 'drivers.0.incidentCount'],
      [withDriver(rated, { dateOfBirth: '1990-02-30' }), 'drivers.0.dateOfBirth'],
      [{ ...rated, drivers: Array(6).fill(driver) }, 'drivers'],
      [
        { ...policyholders, policyHolderDetails: [{ ...policyholder, title: 'Dr' }] },
        'policyHolderDetails.0.title',
      ],
      [
        { ...policyholders, policyHolderDetails: { ...policyholder, title: 'Dr' } },
        'policyHolderDetails.title',
      ],
      [{ ...policyholders, policyHolderDetails: Array(6).fill(policyholder) }, 'policyHolderDetails'],
      [{ ...car, vehicleDetails: { ...car.vehicleDetails, value: '13700' } }, 'vehicleDetails.value'],
      [{ id }, ''],
    ]
    for (const [body, path] of bodies) {
      expect(await send(client, 'quoteCreate', body)).toMatchObject({
        status: 400,
        json: { code: 'MALFORMED', errors: [{ path }] },
      })
    }
  })

  it('[EDGE-17] with an unknown field in query or body is refused at every call, with the name of the field', async () => {
    const client = await world.browser()
    const requests = goodRequests(world, await createRatedQuote(client))
    for (const [name] of table) {
      const { query, body, ...rest } = requests[name] as { query?: object; body?: object }
      const asked: object[] = [
        // A captcha's token may come along with any call, for a page that adds it to all.
        { ...rest, body, query: { captchaRequest: 'x', ...query, spare: '1' } },
        ...(body ? [{ ...rest, query, body: { ...body, spare: '1' } }] : []),
      ]
      for (const one of asked) {
        const { status, json } = await client.call(name, one as never)
        expect([name, status, json]).toMatchObject([
          name,
          400,
          { errors: [{ path: 'spare', message: 'is not asked for' }] },
        ])
      }
    }
  })

  it('[PAY-11] [EDGE-12] a card request with another scheme or without 3-D Secure is refused', async () => {
    const client = await world.browser()
    const { id } = await createRatedQuote(client)
    const urls = paymentUrls(world, id)
    const sent = (supportedCardTypes: string[]) =>
      send(client, 'paymentCreate', { ...urls, supportedCardTypes })
    for (const wrong of [
      [],
      ['VISA'],
      ['VISA', 'MASTER'],
      ['VISA', 'VISA', 'MASTER'],
      ['VISA', 'MASTER', 'JCB'],
      ['VISA', 'MASTER', 'AMEX', 'AMEX'],
    ]) {
      const path = expect.stringMatching(/^supportedCardTypes/)
      const errors = expect.arrayContaining([expect.objectContaining({ path })])
      expect(await sent(wrong), wrong.join()).toMatchObject({ status: 400, json: { errors } })
    }
    // Read and understood, in any order: what is missing is the people.
    expect((await sent(['AMEX', 'VISA', 'MASTER'])).json).toMatchObject({ code: 'NOT_READY' })
    const unsafe = await refusalOf(client, 'paymentCreate', { ...urls, enable3DS: false })
    expect(unsafe).toMatchObject([400, [{ path: 'enable3DS' }]])
  })

  it('[QUOTE-14] [EDGE-17] [EDGE-18] a typed address needs a suburb at every call, and a found address without a valid signature counts as typed', async () => {
    const { client, quote } = await ratedCustomer(world)
    const found = quote.car.address
    const typed = { ...found, addressId: '', signature: '' }
    const { attributes } = bindBody(quote)
    const policyholders = (addressDetails: object) => ({ ...policyholdersBody(quote), addressDetails })
    const car = (addressDetails: object) => ({ ...carBody(quote), addressDetails })
    const bound = (postalAddress: object) => ({
      id: quote.id,
      attributes: { ...attributes, postalAddress },
    })
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
    const search = await client.call('addressPostal', {
      body: { addressInFreeForm: { addressLine1: '12 Queen Street' } },
    })
    expect(search.status).toBe(200)
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
    for (const right of [
      ['Kauri Ltd', ' Kauri Ltd '],
      ['Kauri Ltd', undefined],
      ['Kauri Ltd', ''],
    ])
      expect([right, ...(await policyholders(...right))]).toEqual([right, 200, undefined])
  })

  it('[DRIVER-03] [HOLDER-04] [EDGE-17] a name of fifty letters fits, composed or decomposed', async () => {
    const { client, quote } = await ratedCustomer(world)
    const named = async (surname: string) =>
      (await client.call('quoteAmend', { body: withDriver(quote.body, { surname }) })).status
    const letter = 'ā'.normalize('NFD')
    expect(letter).toHaveLength(2)
    expect(await named(letter.repeat(50))).toBe(200)
    const rows = await world.query('select drivers from quote where id = $1', [quote.id])
    expect(rows[0].drivers[0].lastName).toBe('ā'.repeat(50))
    expect(await named(letter.repeat(51))).toBe(400)
    expect(await named('a'.repeat(51))).toBe(400)
    expect(await named(`a${letter.slice(1).repeat(5_000)}`)).toBe(400)
  })

  it('[EDGE-17] [T24] names the position of a bidirectional mark, of too deep nesting and of an unknown field', async () => {
    const { client, quote } = await ratedCustomer(world)
    const { body } = quote
    const deep = JSON.parse(`${'{"a":'.repeat(25)}1${'}'.repeat(25)}`) as unknown
    const asked = (sent: object) => refusalOf(client, 'quoteAmend', sent)
    expect(await asked(withDriver(body, { surname: 'O\u202eBrien' }))).toEqual([
      400,
      [{ path: 'drivers.0.surname', message: 'holds marks that turn a line round' }],
    ])
    expect(await asked({ ...body, drivers: [deep] })).toMatchObject([
      400,
      [{ path: expect.stringMatching(/^drivers\.0(?:\.a)+$/), message: 'is nested too deep' }],
    ])
    // The name of an unknown field comes from the sender: it is shortened and reduced to plain letters.
    expect(await asked(withDriver(body, { ['<b>'.repeat(50)]: 1, spare: 2 }))).toEqual([
      400,
      [
        { path: `drivers.0.${'?b?'.repeat(50).slice(0, 40)}`, message: 'is not asked for' },
        { path: 'drivers.0.spare', message: 'is not asked for' },
      ],
    ])
    const turned = await asked({ ...body, '\u202e': 1 })
    expect(turned).toEqual([400, [{ path: '?', message: 'holds marks that turn a line round' }]])
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
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; charset=utf8',
    ])
      expect(await asked({ 'content-type': type, 'content-encoding': 'identity' }, good), type).toEqual([
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
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([
        404,
        'application/problem+json',
      ])
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
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
    ['?uuid=q-1&token=t', 'id=q-1&token=t&back=yes'],
    ['?uuid=q-1&id=q-2&token=t', 'id=q-1&token=t&back=yes'],
    // Without a token the id opens nothing: then the tab's own answers lead back.
    ['?uuid=q-1', 'back=yes'],
    ['', 'back=yes'],
    ['?uuid=//evil.example/%0d%0a&token=%zz#x', 'id=%2F%2Fevil.example%2F%0D%0A&token=%25zz&back=yes'],
  ])('[PAY-09] an abandoned card page redirects to the quote, from %j', async (query, wanted) => {
    const answer = await world.plainClient().request(`/cc-payment-cancel${query}`)
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      302,
      `/vehicle?${wanted}#payment-cancelled`,
      'no-store',
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
    const asked = (cover: CoverType, ...sums: number[]) => {
      const names = ['AgreedValue', 'MarketValue']
      const compensations = sums.map((sumInsured, at) => ({ compensationSubType: names[at], sumInsured }))
      const body = withCoverage(ratedBody(quote.id, quote.car, { cover }), () => ({ compensations }))
      return amend(body)
    }
    const path = 'attributes.coverages.0.compensations'
    for (const sums of [[0], [0, 0]]) {
      const { status, json } = await asked('COMPREHENSIVE', ...sums)
      expect([status, json]).toMatchObject([
        400,
        { errors: [{ path, message: 'holds a sum insured that is not above zero' }] },
      ])
      const { attributes } = (await asked('THIRD_PARTY_FIRE_THEFT', ...sums)).ok().data
      expect(attributes.carValue).toBe(quote.car.value)
    }
    const { value } = quote.car
    const insuredFor = async (cover: CoverType, ...sums: number[]) =>
      (await asked(cover, ...sums)).ok().data.attributes.carValue
    for (const sums of [[], [value, 0], [0, value]])
      expect(await insuredFor('COMPREHENSIVE', ...sums)).toBe(value)
    // Of two sums, that of the chosen cover counts.
    expect(await insuredFor('COMPREHENSIVE', value, value + 100)).toBe(value)
    expect(await insuredFor('THIRD_PARTY_FIRE_THEFT', value, value + 100)).toBe(value + 100)
  })

  it('[EDGE-18] [DRIVER-04] [DRIVER-05] refuses dates of birth and incidents that the pages refuse', async () => {
    const { quote, amend } = await ratedCustomer(world)
    const [year = 0, month = 0] = nzToday(new Date()).split('-').map(Number)
    const incidentIn = (at: { year: number; month: number }) => ({
      incidentCount: '1' as const,
      issue1: 'FAULT_EXCESS' as const,
      month1: at.month,
      year1: at.year,
    })
    const asked = async (change: object) => (await amend(withDriver(quote.body, change))).status
    expect(await asked({ dateOfBirth: '1899-12-31' })).toBe(400)
    expect(await asked({ dateOfBirth: addDays(nzToday(new Date()), 1) })).toBe(400)
    expect(await asked(incidentIn({ year: year - 4, month: 12 }))).toBe(400)
    // In December next month is another year's, which is refused as well.
    expect(
      await asked(incidentIn(month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 })),
    ).toBe(400)
    expect(await asked({ ...incidentIn({ year: year - 3, month: 1 }), dateOfBirth: '1900-01-01' })).toBe(200)
    expect(await asked(incidentIn({ year, month }))).toBe(200)
  })

  it('[DRIVER-05] [EDGE-17] an incomplete incident is refused', async () => {
    const { quote, prospect, amend } = await ratedCustomer(world)
    const asked = async (change: object) => {
      const { status, json } = await amend(withDriver(quote.body, change))
      return [status, ((json as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path)]
    }
    expect(await asked({ issue1: 'FAULT_EXCESS', month1: 3 })).toEqual([400, ['drivers.0.year1']])
    expect(await asked({ issue2: 'CLAIM_EXCESS', month2: '' })).toEqual([
      400,
      ['drivers.0.month2', 'drivers.0.year2'],
    ])
    expect(await asked({ month4: 3, year4: 2025 })).toEqual([400, ['drivers.0.issue4']])
    expect(await asked({ issue1: '', month1: '', year1: '', issue4: '' })).toEqual([200, []])
    // A client may say 'nothing there' in JSON's own word as well.
    expect(await asked({ issue1: null, month1: null, year1: null, issue4: null, year4: '' })).toEqual([
      200,
      [],
    ])
    expect(await asked({ issue2: 'CLAIM_EXCESS', month2: null, year2: null })).toEqual([
      400,
      ['drivers.0.month2', 'drivers.0.year2'],
    ])
    expect(await asked({ issue1: null, month1: 3, year1: 2025 })).toEqual([400, ['drivers.0.issue1']])
    expect(JSON.stringify((await prospect()).json)).not.toMatch(/"(issue|month|year)\d":null/)
    const [year = 0] = nzToday(new Date()).split('-').map(Number)
    const old = { month3: 1, issue3: 'FAULT_EXCESS', year3: year - 4 }
    expect(await asked({ incidentCount: '1', ...old })).toEqual([400, ['drivers.0.year3']])
    const whole = { month2: 1, issue2: 'FAULT_EXCESS', year2: year }
    expect(await asked({ incidentCount: '1', ...whole })).toEqual([200, []])
  })

  it('[EDGE-18] [DRIVER-02] stores the main driver first and the others in order', async () => {
    const { client, quote } = await ratedCustomer(world)
    const body = ratedBody(quote.id, quote.car)
    const [driver] = body.drivers
    if (!driver) throw new Error('no driver')
    const young = { ...driver, givenName: 'Kiri', dateOfBirth: '2006-01-01' }
    const asked = (...drivers: (typeof driver)[]) => client.call('quoteAmend', { body: { ...body, drivers } })
    const swapped = await asked({ ...driver, type: 'Driver2' }, { ...young, type: 'Primary' })
    expect(swapped).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'drivers.0.type' }, { path: 'drivers.1.type' }] },
    })
    expect((await asked(driver, young)).status).toBe(400)
    expect((await asked(driver, { ...young, type: 'Driver2' })).status).toBe(200)
  })

  it('[EDGE-16] [EDGE-02] [EDGE-15] the id of a quote may be in capitals, in address and body', async () => {
    const { client, quote } = await ratedCustomer(world)
    const id = quote.id.toUpperCase()
    expect((await client.call('prospectCar', { query: { id } })).ok().quoteId).toBe(quote.id)
    expect((await client.call('quoteAmend', { body: { ...quote.body, id } })).status).toBe(200)
    const urls = await client.call('paymentCreate', { body: paymentUrls(world, id) })
    expect(urls).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
    await saveCar(client, id)
    expect(
      (await client.call('emailQuote', { body: { id: quote.id, email: policyholder.email } })).status,
    ).toBe(409)
    const plain = world.plainClient()
    const login = await plain.call('login', { body: { user_id: id, password: quote.token } })
    plain.token = login.ok().JWT
    const answers = async (named: string) => [
      (await plain.call('emailQuote', { body: { id: named, email: policyholder.email } })).status,
      (await plain.call('paymentRetry', { body: { uuid: named } })).status,
      (await plain.call('policyRetrieve', { query: { uuid: named } })).status,
      (await plain.call('calendarRetrieve', { query: { uuid: named } })).status,
    ]
    expect(await answers(id)).toEqual(await answers(quote.id))
  })

  it('[EDGE-17] a refused call does nothing after its response', async () => {
    const client = await world.browser()
    const quotes = async () => (await world.query('select from quote')).length
    const before = await quotes()
    const body = { registrationNumber: 'JHU968' }
    const headers = { origin: 'https://evil.example' }
    const refused = await statusesOf(5, () => client.call('registration', { body, headers }))
    expect(refused).toEqual([403, 403, 403, 403, 403])
    // Time enough for a handler that should not run: a whole quote of somebody else's.
    await createRatedQuote(await world.browser())
    expect(await quotes()).toBe(before + 1)
  })
})

it('[EDGE-17] a problem has a title and a request id that a customer can quote', async () => {
  const { headers, json } = await world.plainClient().call('session')
  const requestId = headers.get('x-request-id')
  expect(json).toMatchObject({ code: 'NOT_LOGGED_IN', title: problems.NOT_LOGGED_IN.title, requestId })
  // RFC 9110, 15.5.2: a 401 says by what it would let somebody in.
  expect(headers.get('www-authenticate')).toBe('Bearer')
})
