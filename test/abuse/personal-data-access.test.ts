/**
 * Abuse tests of a quote begun by one person and filled in by another: the first, or a recipient of its mail,
 * must not read or replace what the second typed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decryptQuoteMailPayload, sendQuoteMail } from '#server/mail/quote-mail.ts'
import { goodCard } from '#test/cards.ts'
import { createClient } from '#test/client.ts'
import {
  bindBody,
  createRatedQuote,
  paymentUrls,
  type RatedCustomer,
  ratedBody,
  register,
  saveCar,
  savePolicyholders,
} from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { type Client, eventually, openTestApp, type TestApp } from '#test/test-app.ts'

let world: TestApp
let isMailOut = false
let isRefusing = false
/** While it is there, what the insurer's side says is held back: `asked` tells that it was said. */
let holding: { readonly asked: () => void; readonly until: Promise<void> } | undefined
async function held<T>(answer: Promise<T>): Promise<T> {
  const said = await answer
  const at = holding
  at?.asked()
  await at?.until
  return said
}
/** Happens once, between what the next transaction was decided on and its begin. */
let meanwhile: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  world = await openTestApp({
    environment: { LIMIT_FACTOR: '100' },
    replace: {
      around: wired => ({
        ...wired,
        async withTransaction(work) {
          const first = meanwhile
          meanwhile = undefined
          await first?.()
          return wired.withTransaction(work)
        },
        insurer: {
          ...wired.insurer,
          quote: risk => held(wired.insurer.quote(risk)),
          amend: (...given) => held(wired.insurer.amend(...given)),
          bind: async policy =>
            isRefusing ? { outcome: 'rejected', reason: 'MALFORMED' } : wired.insurer.bind(policy),
        },
        catalogue: { ...wired.catalogue, valueBand: key => held(wired.catalogue.valueBand(key)) },
        mail: {
          send: async message =>
            isMailOut ? { outcome: 'failed', reason: 'out' } : wired.mail.send(message),
        },
      }),
    },
  })
})
afterAll(() => world.close())

const victim = { givenName: 'Kahurangi', surname: 'Ngata', dateOfBirth: '1969-02-06' }
/** The same quote with the victim at the wheel. */
const ofVictim = (body: ReturnType<typeof ratedBody>) => ({
  ...body,
  drivers: body.drivers.map(driver => ({ ...driver, ...victim })),
})
const holder = {
  title: 'Mrs' as const,
  firstName: 'Kahurangi',
  lastName: 'Ngata',
  dateOfBirth: '1969-02-06',
  email: 'kahurangi@example.nz',
  mobile: '0225556677',
}
/** As quoted() rates them. */
const maia = { firstName: 'Māia', dateOfBirth: '1988-04-12', email: 'maia@māori.nz' }
const secrets = ['Kahurangi', 'Ngata', '1969-02-06', 'kahurangi@example.nz', '0225556677']

async function saveHolders(client: Client, quote: RatedCustomer, details = holder) {
  const addressDetails = { ...quote.car.address, type: 'POSTAL' as const }
  return client.call('quoteCreate', {
    body: { id: quote.id, policyHolderDetails: [details], addressDetails },
  })
}

interface LinkLogin {
  readonly user_id: string
  readonly password: string
}

/** What logs in by the link of a quote that is mailed now. */
async function mailedLogin(
  quote: RatedCustomer,
  sender: Client,
  to: string,
  headers = {},
): Promise<LinkLogin> {
  ;(await sender.call('emailQuote', { body: { id: quote.id, email: to }, headers })).ok()
  // Others, of other quotes, may have come to the same address.
  const own = new RegExp(`https?://\\S+/vehicle\\?id=${quote.id}&token=[\\w-]+`)
  const found = await eventually(async () =>
    (await world.mails(0)).flatMap(mail => (mail.to === to ? (own.exec(mail.text)?.[0] ?? []) : [])).at(0),
  )
  const link = new URL(found)
  return { user_id: link.searchParams.get('id') ?? '', password: link.searchParams.get('token') ?? '' }
}

async function byMail(
  quote: RatedCustomer,
  sender: Client,
  to: string,
  headers = {},
  given?: Client,
): Promise<Client> {
  const body = await mailedLogin(quote, sender, to, headers)
  const client = given ?? (await world.browser())
  client.token = (await client.call('login', { body })).ok().JWT
  return client
}

const seenBy = async (client: Client, { id }: RatedCustomer): Promise<string> =>
  (await client.call('prospectCar', { query: { id } })).bytes.toString()
const secretsIn = (text: string) => secrets.filter(secret => text.includes(secret))

it('[T2] [T14] [EDGE-02] who begins a quote for somebody else does not read what they fill in, by session, link or token', async () => {
  const attacker = await world.browser()
  const quote = await createRatedQuote(attacker)
  const plain = world.plainClient()
  const early = (await plain.call('login', { body: { user_id: quote.id, password: quote.token } })).ok().JWT
  const second = await byMail(quote, attacker, 'attacker@example.nz')
  const customer = await byMail(quote, attacker, 'victim@example.nz')

  const body = ratedBody(quote.id, quote.car)
  ;(await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
  ;(await saveHolders(customer, quote)).ok()
  expect(secretsIn(await seenBy(customer, quote)).length).toBeGreaterThan(3)

  expect(secretsIn(await seenBy(attacker, quote))).toEqual([])
  expect(secretsIn(await seenBy(second, quote))).toEqual([])
  plain.token = early
  for (const who of [attacker, plain]) {
    const again = await who.call('login', { body: { user_id: quote.id, password: quote.token } })
    who.token = again.ok().JWT
    expect(secretsIn(await seenBy(who, quote))).toEqual([])
    expect((await who.call('quoteBind', { body: bindBody(quote) })).status).toBe(409)
    expect((await saveHolders(who, quote, { ...holder, firstName: 'Mallory' })).status).toBe(409)
  }
  // Whoever typed goes on, and buys.
  const amended = (await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
  const newest = { ...quote, attributes: amended.data.attributes }
  ;(await customer.call('quoteBind', { body: bindBody(newest) })).ok()
})

/** The same car, kept elsewhere. */
const carBody = ({ id, car }: Pick<RatedCustomer, 'id' | 'car'>) => ({
  id,
  vehicleDetails: {
    transmission: 'Automatic' as const,
    vehicleKey: car.vehicleKey,
    model: '',
    value: car.value,
    isFinanced: 'NO' as const,
  },
  addressDetails: {
    ...car.address,
    postcode: '9999',
    addressInFreeForm: { addressLine1: 'any', addressLine2: '' },
    type: 'RISK' as const,
  },
})

/** How a link that somebody else sends is opened. */
const openedBy: Record<string, () => Promise<Client>> = {
  'a browser': () => world.browser(),
  // Its first call brings it its session.
  'a browser without a cookie': async () => createClient(world.origin),
  'a client without a session': async () => world.plainClient(),
}
const followed = async (
  client: Client,
  { id, token }: Pick<RatedCustomer, 'id' | 'token'>,
): Promise<Client> => {
  client.token = (await client.call('login', { body: { user_id: id, password: token } })).ok().JWT
  return client
}
/** As its token alone reads it as well. */
async function homeSeenBy(client: Client, id: string): Promise<string[]> {
  const headers = client.token ? [{}, { authorization: `Bearer ${client.token}` }] : [{}]
  const read = await Promise.all(
    headers.map(one => client.call('prospectCar', { query: { id }, headers: one })),
  )
  return read.flatMap(({ bytes }) => /"addressLine1":"([^"]*)"/.exec(bytes.toString())?.[1] ?? [])
}

it.each(Object.keys(openedBy).flatMap(one => Object.keys(openedBy).map(other => [one, other] as const)))(
  '[T2] [T17] [EDGE-02] [EDGE-08] who begins a quote in %s does not read the home address typed in %s',
  async (begunIn, typedIn) => {
    const attacker = await openedBy[begunIn]?.()
    const customer = await openedBy[typedIn]?.()
    if (!attacker || !customer) throw new Error('no client')
    const { id, token } = await register(attacker)
    const early = await followed(world.plainClient(), { id, token })
    await followed(customer, { id, token })
    const car = await saveCar(customer, id)

    const late = await followed(world.plainClient(), { id, token })
    const body = ratedBody(id, car)
    for (const who of [attacker, early, late]) {
      expect(await homeSeenBy(who, id)).toEqual([])
      // Nor by putting themselves at the wheel, even where they guess it.
      const rated = await who.call('quoteCreate', { body })
      expect([rated.status, rated.json]).toMatchObject([409, { code: 'STALE' }])
      await followed(who, { id, token })
      expect(await homeSeenBy(who, id)).toEqual([])
    }
    // Whoever typed goes on, and buys.
    expect(await homeSeenBy(customer, id)).toContain('88 Remuera Road')
    const answer = (await customer.call('quoteCreate', { body: ofVictim(body) })).ok()
    if (!('data' in answer)) throw new Error('no price')
    const quote = { id, token, car, body, attributes: answer.data.attributes }
    ;(await saveHolders(customer, quote)).ok()
    ;(await customer.call('quoteBind', { body: bindBody(quote) })).ok()
    expect(await homeSeenBy(attacker, id)).toEqual([])
  },
)

it('[T2] [EDGE-02] [EDGE-08] a car that is kept elsewhere by now takes the quote from whoever knew the place before', async () => {
  const attacker = await world.browser()
  const quote = await createRatedQuote(attacker)
  const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
  ;(await customer.call('quoteCreate', { body: carBody(quote) })).ok()
  expect(await homeSeenBy(attacker, quote.id)).toEqual([])
  expect(await homeSeenBy(customer, quote.id)).toContain('any')
})

it('[T2] [EDGE-02] [EDGE-08] [CAR-12] the same car saved again turns nobody out, in another tab or on another device', async () => {
  const laptop = await world.browser()
  const { id, token } = await register(laptop)
  const car = await saveCar(laptop, id)
  const other = world.at(new URL(world.origin).host, laptop)
  other.token = laptop.token
  await saveCar(other, id)
  const answer = (await laptop.call('quoteCreate', { body: ratedBody(id, car) })).ok()
  if (!('data' in answer)) throw new Error('no price')
  const quote = { id, token, car, body: ratedBody(id, car), attributes: answer.data.attributes }
  const phone = await byMail(quote, laptop, `own-${id}@example.nz`)
  await saveCar(phone, id)
  expect(await homeSeenBy(laptop, id)).toContain('88 Remuera Road')
  ;(await laptop.call('quoteCreate', { body: ratedBody(id, car) })).ok()
})

it('[T2] [ENTRY-07] [EDGE-08] who comes back by a link before there is a price types the address again and goes on', async () => {
  const laptop = await world.browser()
  const { id, token } = await register(laptop)
  const car = await saveCar(laptop, id)
  for (const open of Object.values(openedBy)) {
    const back = await followed(await open(), { id, token })
    expect(await homeSeenBy(back, id)).toEqual([])
    await saveCar(back, id)
    expect(await homeSeenBy(back, id)).toContain('88 Remuera Road')
  }
  // And on the first device again, where the page leads back to its step.
  const stale = await laptop.call('quoteCreate', { body: ratedBody(id, car) })
  expect([stale.status, stale.json]).toMatchObject([409, { code: 'STALE' }])
  await saveCar(laptop, id)
  ;(await laptop.call('quoteCreate', { body: ratedBody(id, car) })).ok()
})

it('[T39] [EDGE-01] [EDGE-08] who begins another car in a second tab while the first is being saved keeps both', async () => {
  const sender = await world.browser()
  const begun = await register(sender)
  const guest = await followed(await world.browser(), begun)
  const own = guest.token
  const car = await saveCar(sender, begun.id)
  const asked = Promise.withResolvers<void>()
  const until = Promise.withResolvers<void>()
  holding = { asked: asked.resolve, until: until.promise }
  const body = carBody({ id: begun.id, car })
  const late = guest.call('quoteCreate', { body })
  await asked.promise
  await register(guest)
  holding = undefined
  until.resolve()
  ;(await late).ok()
  guest.token = own
  expect(await homeSeenBy(guest, begun.id)).toContain('any')
  expect(await homeSeenBy(sender, begun.id)).toEqual([])
  const rated = ratedBody(begun.id, { ...car, address: body.addressDetails })
  ;(await guest.call('quoteCreate', { body: rated })).ok()
})

/** Begins a quote, mails its link, and is shut out when the other types their own people in. */
async function shutOut() {
  const attacker = await world.browser()
  const quote = await createRatedQuote(attacker, { frequency: 'ANNUAL' })
  ;(await saveHolders(attacker, quote, { ...holder, firstName: 'Mallory' })).ok()
  const page = (await attacker.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL' })
  const amended = (await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
  ;(await saveHolders(customer, quote)).ok()
  const newest = { ...quote, body: ofVictim(body), attributes: amended.data.attributes }
  return { attacker, customer, quote: newest, page: page.data.attributes.url }
}

it('[T2] [EDGE-02] [PAY-09] people who come into one quote take nothing from the links and return codes of another', async () => {
  const bystander = await world.browser()
  const quote = await createRatedQuote(bystander, { frequency: 'ANNUAL' })
  ;(await saveHolders(bystander, quote)).ok()
  const page = (await bystander.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  await createRatedQuote(await world.browser())

  const back = await fetch(`${page.data.attributes.url}/cancel`, { redirect: 'manual' })
  const token = new URL(back.headers.get('location') ?? '').searchParams.get('token') ?? ''
  for (const password of [token, quote.token])
    expect((await bystander.call('login', { body: { user_id: quote.id, password } })).status).toBe(200)
  expect(secretsIn(await seenBy(bystander, quote)).length).toBeGreaterThan(3)
})

it('[T2] [T14] [PAY-09] the return code of a card page brings nobody back what they have lost since', async () => {
  const { attacker, quote, page } = await shutOut()
  const back = await fetch(`${page}/cancel`, { redirect: 'manual' })
  const token = new URL(back.headers.get('location') ?? '').searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThan(20)
  const login = await attacker.call('login', { body: { user_id: quote.id, password: token } })
  expect(login.status).toBe(401)
  expect(secretsIn(await seenBy(attacker, quote))).toEqual([])
})

it('[T2] [T14] [EDGE-08] [EDGE-09] who may not read a quote writes nothing into it either, and the owner goes on', async () => {
  const { attacker, customer, quote } = await shutOut()
  const { car } = quote
  const written = [
    await attacker.call('quoteCreate', { body: carBody(quote) }),
    await attacker.call('quoteAmend', { body: quote.body }),
    await attacker.call('quoteAmend', { body: ratedBody(quote.id, car) }),
  ]
  for (const answer of written)
    expect([answer.status, answer.json]).toMatchObject([409, { code: 'NOT_READY' }])
  expect(await seenBy(customer, quote)).not.toContain('"any"')
  const page = (await customer.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  await submitForm(page.data.attributes.url, { ...goodCard })
  await eventually(() => world.application.services.repositories.findPolicy(quote.id))
})

it('[T1] [EDGE-10] the driver’s birth date opens no quote that somebody else holds by now', async () => {
  const attacker = await world.browser()
  const quote = await createRatedQuote(attacker)
  const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
  ;(await saveHolders(customer, quote)).ok()
  const retrieve = async (customerDob: string) =>
    (await world.browser()).call('quoteRetrieve', {
      body: {
        attributes: {
          insuredDetails: { customerDob, customerPostcode: quote.car.address.postcode },
          quoteNumber: quote.attributes.policyDetails.quoteNum,
        },
      },
    })
  const [driver] = quote.body.drivers
  expect((await retrieve(driver?.dateOfBirth ?? '')).status).toBe(204)
  expect((await retrieve(holder.dateOfBirth)).status).toBe(200)
})

it('[T2] [EDGE-02] the same people saved again turn nobody out', async () => {
  const laptop = await world.browser()
  const quote = await createRatedQuote(laptop)
  await savePolicyholders(laptop, quote)
  const phone = await byMail(quote, laptop, 'maia@example.nz')
  ;(await phone.call('quoteAmend', { body: ratedBody(quote.id, quote.car, { voluntaryExcess: 500 }) })).ok()
  await savePolicyholders(phone, quote)
  expect(await seenBy(laptop, quote)).toContain('O’Brien')
  ;(await laptop.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).ok()
})

/** Ways in which two devices write the same person. */
const spellings: readonly [string, { firstName: string; lastName: string; email: string }][] = [
  ['straight', { firstName: 'Māia', lastName: "O'Brien", email: 'maia@māori.nz' }],
  ['a grave accent', { firstName: 'MĀIA', lastName: 'O`Brien', email: 'Maia@māori.nz' }],
  [
    'with invisible marks',
    { firstName: 'Ma\u0304\u200Bia', lastName: 'O\u02BCBrien ', email: 'maia@xn--mori-qsa.nz' },
  ],
  ['a prime', { firstName: '  māia', lastName: 'o′brien', email: 'maia@MĀORI.nz' }],
]

it.each(spellings)(
  '[T2] [EDGE-02] the same people written otherwise on a second device turn the first one out of nothing: %s',
  async (_how, { firstName, lastName, email }) => {
    const laptop = await world.browser()
    const quote = await createRatedQuote(laptop, { frequency: 'ANNUAL' })
    ;(await saveHolders(laptop, quote, { ...holder, ...maia, lastName: 'O’Brien' })).ok()
    const page = (await laptop.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok().data
      .attributes.url
    const phone = await byMail(quote, laptop, 'maia@example.nz')
    ;(await saveHolders(phone, quote, { ...holder, ...maia, firstName, lastName, email })).ok()
    expect(await seenBy(laptop, quote)).toContain('1988-04-12')
    const drivers = quote.body.drivers.map(driver => ({ ...driver, givenName: firstName, surname: lastName }))
    // The card page that stands is for them, however they are written by now.
    const open = (await laptop.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
    expect(open.data.attributes.url).toBe(page)
    const amended = {
      ...ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 }),
      drivers,
    }
    ;(await phone.call('quoteAmend', { body: amended })).ok()
    ;(await saveHolders(phone, quote, { ...holder, ...maia, firstName, lastName, email })).ok()
    expect(await seenBy(laptop, quote)).toContain('1988-04-12')
    ;(await laptop.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).ok()
  },
)

it('[T12] [PAY-11] a card page is paid for who stands in the quote, written otherwise since', async () => {
  const laptop = await world.browser()
  const quote = await createRatedQuote(laptop, { frequency: 'ANNUAL' })
  ;(await saveHolders(laptop, quote, { ...holder, ...maia, lastName: 'O’Brien' })).ok()
  const page = (await laptop.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok().data
    .attributes.url
  ;(await saveHolders(laptop, quote, { ...holder, ...maia, lastName: "O'Brien" })).ok()
  await submitForm(page, { ...goodCard })
  await eventually(() => world.application.services.repositories.findPolicy(quote.id))
})

it('[T12] [PAY-05] a repeat of the order that writes a name otherwise is the same order', async () => {
  const laptop = await world.browser()
  const quote = await createRatedQuote(laptop)
  const body = bindBody(quote)
  const first = (await laptop.call('quoteBind', { body })).ok()
  const written = JSON.parse(JSON.stringify(body).replaceAll('O’Brien', "O'Brien"))
  expect((await laptop.call('quoteBind', { body: written })).ok()).toEqual(first)
  const other = JSON.parse(JSON.stringify(body).replaceAll('O’Brien', 'Obrien'))
  expect((await laptop.call('quoteBind', { body: other })).json).toMatchObject({ code: 'QUOTE_CONVERTED' })
})

it('[EDGE-17] [DRIVER-03] [HOLDER-04] a name without a visible letter is refused by every call that takes one', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  for (const empty of ['\u200D', '\u2800', '\u3164', "'-", '\u0301', ' ']) {
    const [driver] = quote.body.drivers
    const drivers = [{ ...driver, givenName: empty }] as typeof quote.body.drivers
    const answers = [
      await client.call('quoteAmend', { body: { ...quote.body, drivers } }),
      await saveHolders(client, quote, { ...holder, lastName: empty }),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.json]).toMatchObject([400, { code: 'MALFORMED' }])
      expect(JSON.stringify(answer.json)).toContain('is blank')
    }
  }
})

it('[T12] [PAY-11] nobody is put in the policyholder’s place while they are on the card page: the money goes back', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client, { frequency: 'ANNUAL' })
  ;(await saveHolders(client, quote)).ok()
  const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok().data
    .attributes.url
  ;(await saveHolders(client, quote, { ...holder, firstName: 'Mallory', email: 'mallory@evil.example' })).ok()
  await submitForm(page, { ...goodCard })
  const state = async () =>
    (
      await world.database.pool.query('select state from payment where quote_id = $1 order by created_at', [
        quote.id,
      ])
    ).rows
  await eventually(async () => (await state())[0]?.state === 'REFUNDED')
  expect(
    (await world.database.pool.query('select from policy where quote_id = $1', [quote.id])).rows,
  ).toEqual([])
  // And the page made from then on is another one, for who stands there now.
  const next = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  expect(next.data.attributes.url).not.toBe(page)
  await submitForm(next.data.attributes.url, { ...goodCard })
  await eventually(async () => {
    const { rows } = await world.database.pool.query('select from policy where quote_id = $1', [quote.id])
    return rows.length === 1
  })
})

it('[T27] [EDGE-17] [EDGE-13] half a letter, or one that turns the line round, is refused before anything is done about it', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const good = bindBody(quote)
  const spoilt = (text: string) => [
    {
      ...good,
      attributes: { ...good.attributes, postalAddress: { ...good.attributes.postalAddress, suburb: text } },
    },
    {
      ...good,
      attributes: {
        ...good.attributes,
        bindPolicyParties: {
          ...good.attributes.bindPolicyParties,
          primaryPolicyHolder: {
            ...good.attributes.bindPolicyParties.primaryPolicyHolder,
            businessName: text,
          },
        },
      },
    },
  ]
  for (const text of ['A\ud800B', '\udc00', 'Trust\u202Emoc.live'])
    for (const body of spoilt(text)) {
      const answer = await client.call('quoteBind', { body: body as typeof good })
      expect([text, answer.status, answer.json]).toMatchObject([text, 400, { code: 'MALFORMED' }])
    }
  for (const name of ['Claim at http://evil.example/x', 'www.evil.example'])
    expect((await client.call('quoteBind', { body: spoilt(name)[1] as typeof good })).status).toBe(400)
  const query = await client.request('/edge/vero/prospect/car?quoteNum=%ED%A0%80')
  expect(query.status).toBeLessThan(500)
  expect((await client.call('quoteBind', { body: good })).status).toBe(200)
})

it('[T8] [DRIVER-01] a Yes that is left out of the next request stays a Yes; and a No twice is no old answer', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const body = ratedBody(quote.id, quote.car)
  const [coverage] = body.attributes.coverages
  if (!coverage) throw new Error('no cover')
  const withRecord = (criminalRecord: 'YES' | 'NO') => {
    const vehicleRisk = { ...coverage.risk.vehicleRisk, indicators: { criminalRecord } }
    return {
      ...body,
      attributes: {
        ...body.attributes,
        coverages: [{ ...coverage, risk: { ...coverage.risk, vehicleRisk } }],
      },
    }
  }
  const silent = structuredClone(body)
  for (const { risk } of silent.attributes.coverages) delete risk.vehicleRisk.indicators
  for (const asked of [withRecord('YES'), withRecord('YES'), silent]) {
    const declined = await client.call('quoteAmend', { body: asked })
    expect([declined.status, declined.json]).toMatchObject([422, { code: 'NOT_INSURABLE' }])
  }
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(409)
  ;(await client.call('quoteAmend', { body: withRecord('NO') })).ok()
})

it.each(['before it is sent', 'while it is made'])(
  '[T2] [QUOTE-10] a mail that was asked for before others filled in the quote, %s, shows them to nobody',
  async when => {
    const attacker = await world.browser()
    const quote = await createRatedQuote(attacker)
    const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
    const late = `late-${quote.id}@example.nz`
    isMailOut = true
    ;(await attacker.call('emailQuote', { body: { id: quote.id, email: late } })).ok()
    const { pool } = world.database
    const ref = await eventually(async () => {
      const { rows } = await pool.query<{ ref: string }>(
        `select data->>'encrypted' as ref from jobs.job where name = 'quote-mail' and state = 'retry'`,
      )
      const { keys } = world.application.services
      return rows.map(row => row.ref).find(one => decryptQuoteMailPayload(one, keys).to === late)
    })
    if (when === 'before it is sent') await comesIn(customer, quote)
    else meanwhile = () => comesIn(customer, quote)
    isMailOut = false
    await sendQuoteMail(ref, world.application.services)
    expect(meanwhile).toBeUndefined()
    expect((await world.mails(0)).filter(({ to }) => to === late)).toEqual([])
    // Who filled it in is sent what they ask for.
    expect(await byMail(quote, customer, `kahurangi-${quote.id}@example.nz`)).toBeDefined()
  },
)

it('[T3] [T4] [EDGE-14] [EDGE-15] who begins a quote without a session and passes it on does not own what the other buys', async () => {
  const attacker = world.plainClient()
  const { id, token } = await register(attacker)
  const customer = await world.browser()
  customer.token = (await customer.call('login', { body: { user_id: id, password: token } })).ok().JWT
  const car = await saveCar(customer, id)
  const body = ratedBody(id, car)
  const answer = (await customer.call('quoteCreate', { body: ofVictim(body) })).ok()
  if (!('data' in answer)) throw new Error('no price')
  const quote = { id, token, car, body, attributes: answer.data.attributes }
  const { policyNumber } = (await customer.call('quoteBind', { body: bindBody(quote) })).ok()

  const headers = { authorization: `Bearer ${attacker.token}` }
  const asked = [
    await attacker.call('calendarRetrieve', { query: { uuid: id }, headers }),
    await attacker.call('policyRetrieve', { query: { uuid: id }, headers }),
    await attacker.call('quoteBind', { body: bindBody(quote) }),
    await attacker.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: id },
      headers,
    }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([404, 200, 409, 404])
  for (const { bytes } of asked) expect(bytes.toString()).not.toContain(policyNumber)
})

it('[T3] [T4] [EDGE-13] [EDGE-14] holders who come with the purchase itself take the quote from whoever began it', async () => {
  const attacker = world.plainClient()
  const quote = await createRatedQuote(attacker)
  const headers = { authorization: `Bearer ${attacker.token}` }
  const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`, headers)
  const { policyNumber } = (await customer.call('quoteBind', { body: bindBody(quote) })).ok()
  const dates = await attacker.call('calendarRetrieve', { query: { uuid: quote.id }, headers })
  expect(dates.status).toBe(404)
  expect(dates.bytes.toString()).not.toContain(policyNumber)
})

it('[T2] [EDGE-08] holders sent by whoever loses the quote at that moment are not saved, and turn nobody out', async () => {
  const attacker = await world.browser()
  const quote = await createRatedQuote(attacker)
  const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
  const body = ratedBody(quote.id, quote.car)
  meanwhile = async () => {
    ;(await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
    ;(await saveHolders(customer, quote)).ok()
  }
  const late = await saveHolders(attacker, quote, { ...holder, firstName: 'Mallory' })
  expect([late.status, late.json]).toMatchObject([409, { code: 'NOT_READY' }])
  expect(secretsIn(await seenBy(customer, quote)).length).toBeGreaterThan(3)
  expect(await seenBy(customer, quote)).not.toContain('Mallory')
})

/** Another person fills in what the attacker began: from then on it is theirs. */
async function comesIn(customer: Client, quote: RatedCustomer): Promise<void> {
  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL' })
  ;(await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
  ;(await saveHolders(customer, quote)).ok()
}

/** How the attacker asks for a right at that very moment, and who then has it. */
const asksForRight: Record<
  string,
  (attacker: Client, quote: RatedCustomer, link: LinkLogin) => Promise<Client>
> = {
  async 'log-in'(_, __, link) {
    const client = await world.browser()
    client.token = (await client.call('login', { body: link })).ok().JWT
    return client
  },
  async retrieval(_, quote) {
    const client = await world.browser()
    const quoteNumber = quote.attributes.policyDetails.quoteNum
    const insuredDetails = { customerDob: '1988-04-12', customerPostcode: quote.car.address.postcode }
    const body = { attributes: { insuredDetails, quoteNumber } }
    expect((await client.call('quoteRetrieve', { body })).status).toBe(204)
    return client
  },
  async 'card page'(attacker, quote) {
    const page = await attacker.call('paymentCreate', { body: paymentUrls(world, quote.id) })
    expect([page.status, page.json]).toMatchObject([409, { code: 'NOT_READY' }])
    return attacker
  },
  async 'quote mail'(attacker, { id }) {
    const body = { id, email: `late-${id}@example.nz` }
    expect((await attacker.call('emailQuote', { body })).status).toBe(404)
    return attacker
  },
}

it.each(Object.entries(asksForRight))(
  '[T2] [T14] [EDGE-01] [EDGE-10] [PAY-11] who loses a quote in the moment of a %s is given nothing by it',
  async (_, ask) => {
    const attacker = await world.browser()
    const quote = await createRatedQuote(attacker, { frequency: 'ANNUAL' })
    await savePolicyholders(attacker, quote)
    const link = await mailedLogin(quote, attacker, `attacker-${quote.id}@example.nz`)
    const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
    meanwhile = () => comesIn(customer, quote)
    const asked = await ask(attacker, quote, link)
    expect(meanwhile).toBeUndefined()
    expect(secretsIn(await seenBy(asked, quote))).toEqual([])
    expect(secretsIn(await seenBy(customer, quote)).length).toBeGreaterThan(3)
  },
)

it.each(['drivers', 'holders'])(
  '[T2] [T14] [EDGE-01] [EDGE-02] a client without a session that gets its token while other %s are being saved reads nothing of them',
  async whose => {
    const owner = await world.browser()
    const quote = await createRatedQuote(owner)
    const link = await mailedLogin(quote, owner, `attacker-${quote.id}@example.nz`)
    const customer = await byMail(quote, owner, `victim-${quote.id}@example.nz`)
    const stranger = world.plainClient()
    let authorization = ''
    meanwhile = async () => {
      authorization = `Bearer ${(await stranger.call('login', { body: link })).ok().JWT}`
    }
    if (whose === 'holders') (await saveHolders(customer, quote)).ok()
    else {
      const body = ratedBody(quote.id, quote.car)
      ;(await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
    }
    expect(authorization).not.toBe('')
    const read = await stranger.call('prospectCar', { query: { id: quote.id }, headers: { authorization } })
    expect(secretsIn(read.bytes.toString())).toEqual([])
    expect(secretsIn(await seenBy(customer, quote)).length).toBeGreaterThan(1)
  },
)

/** A purchase that the insurer refuses for good: the quote stands open again. */
async function refusedPurchase(by: 'bank' | 'card') {
  const client = await world.browser()
  const quote = await createRatedQuote(client, by === 'card' ? { frequency: 'ANNUAL' } : {})
  await savePolicyholders(client, quote)
  isRefusing = true
  if (by === 'bank') expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  else {
    const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
    await submitForm(page.data.attributes.url, { ...goodCard })
    await eventually(async () => {
      const { rows } = await world.database.pool.query('select state from payment where quote_id = $1', [
        quote.id,
      ])
      return rows[0]?.state === 'REFUNDED'
    })
  }
  isRefusing = false
  const { rows } = await world.database.pool.query('select status from quote where id = $1', [quote.id])
  expect(rows).toEqual([{ status: 'QUOTED' }])
  return { client, quote }
}

const policyOf = (client: Client, { id }: RatedCustomer) =>
  client.call('policyRetrieve', { query: { uuid: id } }).then(({ bytes }) => bytes.toString())

it.each(['bank', 'card'] as const)(
  '[T2] [T4] [EDGE-02] [EDGE-13] whose purchase by %s was refused reads nothing of who comes later, nor their policy',
  async by => {
    const { client: attacker, quote } = await refusedPurchase(by)
    // What a card was charged for and sent back is for sale once it is rated anew.
    ;(await attacker.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).ok()
    const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
    const body = ratedBody(quote.id, quote.car)
    const amended = (await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
    ;(await saveHolders(customer, quote)).ok()
    expect(secretsIn(await seenBy(attacker, quote))).toEqual([])
    expect((await attacker.call('quoteAmend', { body })).status).toBe(409)

    const newest = { ...quote, attributes: amended.data.attributes }
    const { policyNumber } = (await customer.call('quoteBind', { body: bindBody(newest) })).ok()
    expect(await policyOf(customer, quote)).toContain(policyNumber)
    expect(await policyOf(attacker, quote)).not.toContain(policyNumber)
  },
)

it('[T4] [EDGE-13] [EDGE-15] a refused purchase makes nobody the owner of what another buys of the quote as it stands', async () => {
  const { client, quote } = await refusedPurchase('bank')
  const other = await byMail(quote, client, `other-${quote.id}@example.nz`)
  const { policyNumber } = (await other.call('quoteBind', { body: bindBody(quote) })).ok()
  expect(await policyOf(other, quote)).toContain(policyNumber)
  expect(await policyOf(client, quote)).not.toContain(policyNumber)
})

it.each([
  ['a rating', 'amend'],
  ['a car', 'car'],
] as const)(
  '[T2] [EDGE-08] [EDGE-09] %s under way brings its sender back nothing that was taken meanwhile',
  async (_, what) => {
    const attacker = await world.browser()
    const quote = await createRatedQuote(attacker)
    const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
    const asked = Promise.withResolvers<void>()
    const until = Promise.withResolvers<void>()
    holding = { asked: asked.resolve, until: until.promise }
    const late =
      what === 'amend'
        ? attacker.call('quoteAmend', { body: ratedBody(quote.id, quote.car, { voluntaryExcess: 500 }) })
        : attacker.call('quoteCreate', { body: carBody(quote) })
    await asked.promise
    ;(await saveHolders(customer, quote)).ok()
    holding = undefined
    until.resolve()
    const answer = await late
    expect([answer.status, answer.json]).toMatchObject([409, { code: 'STALE' }])
    expect(secretsIn(await seenBy(attacker, quote))).toEqual([])
    expect(await seenBy(customer, quote)).not.toContain('"any"')
    expect((await attacker.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).json).toMatchObject({
      code: 'NOT_READY',
    })
    // Whoever has the quote now goes on with it.
    ;(await customer.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).ok()
  },
)

it('[T2] [T39] [EDGE-01] [EDGE-08] [EDGE-09] who begins another car in a second tab while the first is being priced keeps both', async () => {
  const laptop = await world.browser()
  const quote = await createRatedQuote(laptop)
  const first = laptop.token
  const stranger = await byMail(quote, laptop, `stranger-${quote.id}@example.nz`)
  const asked = Promise.withResolvers<void>()
  const until = Promise.withResolvers<void>()
  holding = { asked: asked.resolve, until: until.promise }
  const body = ofVictim(ratedBody(quote.id, quote.car))
  const late = laptop.call('quoteAmend', { body })
  await asked.promise
  const cookie = laptop.cookies.get('sid')
  const other = await register(laptop)
  expect(laptop.cookies.get('sid')).not.toBe(cookie)
  const second = laptop.token
  holding = undefined
  until.resolve()
  ;(await late).ok()

  laptop.token = first
  ;(await laptop.call('quoteAmend', { body })).ok()
  expect(secretsIn(await seenBy(laptop, quote)).length).toBeGreaterThan(1)
  // Their own link leads them back, nobody else's does.
  const login = { user_id: quote.id, password: quote.token }
  laptop.token = (await laptop.call('login', { body: login })).ok().JWT
  ;(await laptop.call('quoteAmend', { body })).ok()
  expect(secretsIn(await seenBy(stranger, quote))).toEqual([])
  laptop.token = second
  await saveCar(laptop, other.id)
})

it('[T39] [EDGE-08] [EDGE-16] who came by a link, and begins another car while their first price is made, goes on with both', async () => {
  const sender = await world.browser()
  const { id, token } = await register(sender)
  const guest = await world.browser()
  guest.token = (await guest.call('login', { body: { user_id: id, password: token } })).ok().JWT
  const car = await saveCar(guest, id)
  const own = guest.token
  const asked = Promise.withResolvers<void>()
  const until = Promise.withResolvers<void>()
  holding = { asked: asked.resolve, until: until.promise }
  const body = ofVictim(ratedBody(id, car))
  const late = guest.call('quoteCreate', { body })
  await asked.promise
  await register(guest)
  holding = undefined
  until.resolve()
  ;(await late).ok()
  guest.token = own
  ;(await guest.call('quoteAmend', { body })).ok()
})

it('[T2] [T14] [EDGE-01] [EDGE-02] among clients without a session, too, only who typed goes on, whoever logged in last', async () => {
  const attacker = world.plainClient()
  const quote = await createRatedQuote(attacker)
  const headers = { authorization: `Bearer ${attacker.token}` }
  const mailbox = `victim-${quote.id}@example.nz`
  const customer = await byMail(quote, attacker, mailbox, headers, world.plainClient())
  const logIn = async () =>
    (await attacker.call('login', { body: { user_id: quote.id, password: quote.token } })).ok().JWT
  // Later than the customer, and still before they type.
  const late = await logIn()
  const body = ratedBody(quote.id, quote.car)
  ;(await customer.call('quoteAmend', { body: ofVictim(body) })).ok()

  const seenWith = async (token: string | null) => {
    const authorization = `Bearer ${token}`
    return (
      await world.plainClient().call('prospectCar', { query: { id: quote.id }, headers: { authorization } })
    ).bytes.toString()
  }
  expect(secretsIn(await seenWith(customer.token)).length).toBeGreaterThan(2)
  for (const token of [attacker.token, late, await logIn()]) {
    expect(secretsIn(await seenWith(token))).toEqual([])
    attacker.token = token
    expect((await attacker.call('quoteAmend', { body })).status).toBe(409)
  }
  // An extended session is the same log-in.
  customer.token = (await customer.call('session')).ok().JWT
  ;(await saveHolders(customer, quote)).ok()
  expect(secretsIn(await seenWith(customer.token)).length).toBeGreaterThan(3)
  const amended = (await customer.call('quoteAmend', { body: ofVictim(body) })).ok()
  ;(
    await customer.call('quoteBind', { body: bindBody({ ...quote, attributes: amended.data.attributes }) })
  ).ok()
})
