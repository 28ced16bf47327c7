/** Tests of finding a quote again, by its number or its link, after its state has changed. */
import { expect, it } from 'vitest'
import { toYesNo } from '#journey/questions/yes-no-questions.ts'
import { statusesOf } from '#test/client.ts'
import { overHttp } from '#test/insurer-adapters.ts'
import {
  bindBody,
  createRatedQuote,
  policyholdersBody,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  register,
  retrieveBody,
  saveCar,
  withDriver,
  withVehicleRisk,
} from '#test/purchase.ts'
import { indicators } from '#test/samples/customer.ts'
import { testSandbox } from '#test/sandbox.ts'
import { appForTest, type Client, clockOfThisHour } from '#test/test-app.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

async function world() {
  let days = 0
  const clock = clockOfThisHour()
  const opened = await appForTest({ replace: { now: () => new Date(clock().getTime() + days * dayMs) } })
  return {
    opened,
    later(by: number) {
      days += by
    },
    retrieve: async (quote: RatedCustomer, customerDob?: string) =>
      (await opened.browser()).call('quoteRetrieve', { body: retrieveBody(quote, customerDob) }),
    logIn: async (user_id: string, password: string): Promise<[Client, number]> => {
      const client = await opened.browser()
      const login = await client.call('login', { body: { user_id, password } })
      if (login.status === 200) client.token = login.ok().JWT
      return [client, login.status]
    },
  }
}

it('[EDGE-10] [ENTRY-06] [SHELL-14] a quote number stays valid without a price, after another car and after a decline', async () => {
  const { opened, retrieve } = await world()
  const chosen = { cover: 'THIRD_PARTY_FIRE_THEFT', frequency: 'MONTHLY' } as const
  const { client, quote } = await ratedCustomer(opened, chosen)
  await saveCar(client, quote.id)
  const between = (await retrieve(quote)).ok()
  expect(between.data).toBeUndefined()
  expect(between.prospect).toMatchObject({ quoteId: quote.id, status: 'QUOTED', needsIdentityCheck: false })
  expect(between.prospect.drivers).toHaveLength(1)
  // What was chosen is an answer like the others (SHELL-14).
  expect(between.prospect.choice).toMatchObject(chosen)

  const { body } = quote
  const declined = withDriver(body, { incidentCount: '5+' })
  expect((await client.call('quoteAmend', { body: declined })).status).toBe(422)
  expect((await retrieve(quote)).ok().prospect).toMatchObject({ status: 'DECLINED' })
  // After the retrieval the customer can go on, and gets a price again.
  ;(await client.call('quoteAmend', { body })).ok()
  expect((await retrieve(quote)).ok().data?.attributes.policyDetails).toEqual(quote.attributes.policyDetails)
})

it('[EDGE-10] [ENTRY-06] five wrong answers in an hour block the number; right ones do not count', async () => {
  const { opened, later, retrieve } = await world()
  const { quote } = await ratedCustomer(opened)
  const wrong = () => retrieve(quote, '1988-04-13')
  expect(await statusesOf(8, () => retrieve(quote))).toEqual(Array(8).fill(200))
  expect(await statusesOf(4, wrong)).toEqual([204, 204, 204, 204])
  expect((await retrieve(quote)).status).toBe(200)
  expect((await wrong()).status).toBe(204)
  expect((await retrieve(quote)).status).toBe(204)
  later(hourMs / dayMs)
  expect((await retrieve(quote)).status).toBe(200)
})

it('[ENTRY-06] [EDGE-02] [EDGE-10] a partner insurer’s number is found in lower case if it is unique, and all attempts count together', async () => {
  const { origin } = await testSandbox()
  const partners = overHttp(`${origin}/api/insurer`, 'none')
  const opened = await appForTest({ replace: { partners, now: clockOfThisHour() } })
  const numbered = async (quoteNumber: string) => {
    const { id } = await createRatedQuote(await opened.browser())
    await opened.query('update quote set quote_number = $2 where id = $1', [id, quoteNumber])
    return id
  }
  /** By birth date and postcode, and by the number alone. */
  const found = async (quoteNumber: string, customerDob = '1988-04-12') => {
    const insuredDetails = { customerDob, customerPostcode: '1050' }
    const client = await opened.browser()
    const asked = { attributes: { insuredDetails, quoteNumber } }
    const retrieved = await client.call('quoteRetrieve', { body: asked })
    const seen = await (await opened.browser()).call('prospectCar', { query: { quoteNum: quoteNumber } })
    return [
      retrieved.status === 200 ? retrieved.ok().id : retrieved.status,
      seen.status === 200 ? seen.ok().quoteId : seen.status,
    ]
  }
  const large = await numbered('MVQ-12A')
  expect(await found('mvq-12a')).toEqual([large, large])
  expect(await found(' Mvq-12a ')).toEqual([large, large])
  const small = await numbered('mvq-12a')
  expect(await found('mvq-12a')).toEqual([small, small])
  expect(await found('MVQ-12A')).toEqual([large, large])
  expect(await found('Mvq-12a')).toEqual([204, 204])
  for (const typed of ['mvq-12a', 'MVQ-12A', 'Mvq-12a', 'mVq-12a', 'mvQ-12a'])
    await found(typed, '1988-04-13')
  expect(await found('MVQ-12A')).toEqual([204, large])
})

it('[ENTRY-06] [EDGE-10] before step 4, only the main driver’s birth date retrieves a quote', async () => {
  const { opened, retrieve } = await world()
  const { client, quote } = await ratedCustomer(opened)
  const { id, body } = quote
  const [main] = body.drivers
  if (!main) throw new Error('no driver')
  const second = { ...main, type: 'Driver2' as const, dateOfBirth: '1990-03-27' }
  ;(await client.call('quoteAmend', { body: { ...body, drivers: [main, second] } })).ok()
  const { drivers } = (await client.call('prospectCar', { query: { id } })).ok()
  expect(drivers).toHaveLength(2)
  expect((await retrieve(quote, second.dateOfBirth)).status).toBe(204)
  expect((await retrieve(quote, main.dateOfBirth)).status).toBe(200)
})

it('[ENTRY-07] [DRIVER-01] [EDGE-02] only the person who answered sees that a quote was declined for a criminal record', async () => {
  const { opened, logIn } = await world()
  const client = await opened.browser()
  const { id, token } = await register(client)
  const car = await saveCar(client, id)
  const clean = ratedBody(id, car)
  const answered = toYesNo({ ...indicators, criminalRecord: true })
  const body = withVehicleRisk(clean, { indicators: answered })
  const seen = async (who: Client) => (await who.call('prospectCar', { query: { id } })).ok()
  expect(await seen(client)).not.toHaveProperty('indicators')
  expect((await client.call('quoteCreate', { body })).json).toMatchObject({ code: 'NOT_INSURABLE' })
  expect(await seen(client)).toMatchObject({ status: 'DECLINED', indicators: answered })
  const [stranger] = await logIn(id, token)
  expect(await seen(stranger)).not.toHaveProperty('indicators')
  ;(await client.call('quoteCreate', { body: clean })).ok()
  expect(await seen(client)).toMatchObject({ status: 'QUOTED', indicators: { criminalRecord: 'NO' } })
})

it('[SHELL-14] [HOLDER-07] the payment method is restored together with the people only', async () => {
  const { opened, retrieve, logIn } = await world()
  const { client, quote } = await ratedCustomer(opened)
  const { policyInceptionDate: paymentStartDate } = quote.attributes
  const meant = { paymentMethod: 'BANK_TRANSFER', paymentStartDate } as const
  ;(await client.call('quoteCreate', { body: policyholdersBody(quote, meant) })).ok()
  expect((await retrieve(quote)).ok().prospect).toMatchObject(meant)
  const [stranger] = await logIn(quote.id, quote.token)
  const seen = (await stranger.call('prospectCar', { query: { id: quote.id } })).ok()
  expect([seen.paymentMethod, seen.paymentStartDate, seen.choice]).toEqual([undefined, undefined, undefined])
})

it('[ENTRY-07] [PAY-10] a link to an expired quote states only that it has expired', async () => {
  const { opened, later, logIn } = await world()
  const { client, quote } = await ratedCustomer(opened)
  const bought = await createRatedQuote(client)
  ;(await client.call('quoteBind', { body: bindBody(bought) })).ok()
  // Of a client that keeps no cookies a link is as good as its own token, while it lasts.
  const plain = opened.plainClient()
  const plainly = await createRatedQuote(plain)
  ;(await plain.call('quoteBind', { body: bindBody(plainly) })).ok()

  later(45)
  for (const [{ id, token }, status] of [
    [quote, 'EXPIRED'],
    [bought, 'CONVERTED'],
    [plainly, 'CONVERTED'],
  ] as const) {
    const [caller, answered] = await logIn(id, token)
    expect([status, answered]).toEqual([status, 200])
    const prospect = (await caller.call('prospectCar', { query: { id } })).ok()
    expect(prospect).toMatchObject({ status, drivers: [], policyHolderDetails: [], addressDetails: [] })
    expect((await caller.call('policyRetrieve', { query: { uuid: id } })).json).toEqual({})
  }
  const login = await plain.call('login', { body: { user_id: plainly.id, password: plainly.token } })
  const headers = { authorization: `Bearer ${login.ok().JWT}` }
  const policy = await plain.call('policyRetrieve', { query: { uuid: plainly.id }, headers })
  expect(policy.json).toEqual({})
})
