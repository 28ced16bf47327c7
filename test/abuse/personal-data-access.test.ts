/** Abuse tests of a quote begun by one person and answered by another, whom the first must not read. */
import { expect, it } from 'vitest'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { decryptQuoteMailPayload, sendQuoteMail } from '#server/mail/quote-mail.ts'
import { payByCard } from '#test/cards.ts'
import { createClient } from '#test/client.ts'
import {
  bindBody,
  carBody,
  createRatedQuote,
  customerReadyToPay,
  linkIn,
  logIn,
  openCardPage,
  type Prospect,
  paymentUrls,
  policyholdersBody,
  type QuoteOptions,
  type RatedCustomer,
  rateCar,
  ratedBody,
  ratedCustomer,
  register,
  retrieveBody,
  saveCar,
  savePolicyholders,
  withDriver,
  withVehicleRisk,
} from '#test/purchase.ts'
import { appForFile, type Client, eventually } from '#test/test-app.ts'

let isMailOut = false
let isRefusing = false
/** If set, the answers of the insurer are held back: `asked` reports that there is one. */
let holding: { readonly asked: () => void; readonly until: Promise<void> } | undefined
async function held<T>(answer: Promise<T>): Promise<T> {
  const said = await answer
  const at = holding
  at?.asked()
  await at?.until
  return said
}
/** Happens once, between the decision for the next transaction and its begin. */
let meanwhile: (() => Promise<unknown>) | undefined
const around = (wired: Dependencies): Dependencies => ({
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
    send: async message => (isMailOut ? { outcome: 'failed', reason: 'timeout' } : wired.mail.send(message)),
  },
})
const world = await appForFile({ environment: { LIMIT_FACTOR: '100' }, replace: { around } })

/** Runs `change` while the insurer's answer to a call is under way. */
async function duringAnswer<T>(ask: () => Promise<T>, change: () => Promise<unknown>): Promise<T> {
  const asked = Promise.withResolvers<void>()
  const until = Promise.withResolvers<void>()
  holding = { asked: asked.resolve, until: until.promise }
  const late = ask()
  await asked.promise
  await change()
  holding = undefined
  until.resolve()
  return late
}

/** The same rating with the victim as the driver. */
const ofVictim = (body: RatedCustomer['body']) =>
  withDriver(body, { givenName: 'Kahurangi', surname: 'Ngata', dateOfBirth: '1969-02-06' })
const policyholder = {
  title: 'Mrs' as const,
  firstName: 'Kahurangi',
  lastName: 'Ngata',
  dateOfBirth: '1969-02-06',
  email: 'kahurangi@example.nz',
  mobile: '0225556677',
}
/** The driver of `ratedBody`. */
const maia = { firstName: 'Māia', dateOfBirth: '1988-04-12', email: 'maia@māori.nz' }
const { title: _, ...secretsByField } = policyholder
const secrets = Object.values(secretsByField)

const sendPolicyholders = (client: Client, quote: RatedCustomer, details = policyholder) =>
  client.call('quoteCreate', { body: policyholdersBody(quote, { policyHolderDetails: [details] }) })

/** The log-in by the link of a quote that is mailed now. */
async function mailedLogin(
  quote: RatedCustomer,
  sender: Client,
  to: string,
  headers = {},
): Promise<Prospect> {
  ;(await sender.call('emailQuote', { body: { id: quote.id, email: to }, headers })).ok()
  // Mails of other quotes may have come to the same address.
  return eventually(async () => {
    const links = (await world.mails(0)).flatMap(mail => (mail.to === to ? [linkIn(mail.text)] : []))
    return links.find(({ id }) => id === quote.id)
  })
}

const byMail = async (quote: RatedCustomer, sender: Client, to: string, headers = {}) =>
  logIn(await world.browser(), await mailedLogin(quote, sender, to, headers))

/** A quote that an attacker began, and a customer who opens it by its mailed link. */
async function passedOn(wishes: QuoteOptions = {}) {
  const { client: attacker, quote } = await ratedCustomer(world, wishes)
  return { attacker, quote, customer: await byMail(quote, attacker, `victim-${quote.id}@example.nz`) }
}

/** The customer fills in their own people, as driver and as policyholder; returns the quote as it is then. */
async function takeOver(customer: Client, quote: RatedCustomer, wishes: QuoteOptions = {}) {
  const body = ofVictim(ratedBody(quote.id, quote.car, wishes))
  const amended = (await customer.call('quoteAmend', { body })).ok()
  ;(await sendPolicyholders(customer, quote)).ok()
  return { ...quote, body, attributes: amended.data.attributes }
}

const seenBy = async (client: Client, { id }: Pick<RatedCustomer, 'id'>): Promise<string> =>
  (await client.call('prospectCar', { query: { id } })).bytes.toString()
const secretsIn = (text: string) => secrets.filter(secret => text.includes(secret))
const secretsSeenBy = async (client: Client, quote: RatedCustomer) => secretsIn(await seenBy(client, quote))
/** What a client without cookies sees by a token alone. */
async function secretsSeenWith(token: string | null, { id }: RatedCustomer): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const { bytes } = await world.plainClient().call('prospectCar', { query: { id }, headers })
  return secretsIn(bytes.toString())
}
const stale = { status: 409, json: { code: 'STALE' } }
const notReady = { status: 409, json: { code: 'NOT_READY' } }

it('[T2] [T14] [EDGE-02] a person who starts a quote for another customer cannot read that customer’s answers, by session, link or token', async () => {
  const { attacker, quote, customer } = await passedOn()
  const plain = await logIn(world.plainClient(), quote)
  const early = plain.token
  const second = await byMail(quote, attacker, 'attacker@example.nz')
  await takeOver(customer, quote)
  expect((await secretsSeenBy(customer, quote)).length).toBeGreaterThan(3)

  for (const who of [attacker, second]) expect(await secretsSeenBy(who, quote)).toEqual([])
  expect(await secretsSeenWith(early, quote)).toEqual([])
  for (const who of [attacker, plain]) {
    await logIn(who, quote)
    expect(await secretsSeenBy(who, quote)).toEqual([])
    expect((await who.call('quoteBind', { body: bindBody(quote) })).status).toBe(409)
    expect((await sendPolicyholders(who, quote, { ...policyholder, firstName: 'Mallory' })).status).toBe(409)
  }
  // The customer who typed goes on, and buys.
  const newest = await takeOver(customer, quote)
  ;(await customer.call('quoteBind', { body: bindBody(newest) })).ok()
})

/** The same car, kept elsewhere. */
function movedCar({ id, car }: Pick<RatedCustomer, 'id' | 'car'>) {
  const addressInFreeForm = { addressLine1: 'any', addressLine2: '' }
  return carBody({ id, car: { ...car, address: { ...car.address, postcode: '9999', addressInFreeForm } } })
}

/** The clients that open the link of somebody else's quote. */
const openedBy = {
  'a browser': () => world.browser(),
  // Its first call brings it its session.
  'a browser without a cookie': async () => createClient(world.origin),
  'a client without a session': async () => world.plainClient(),
}
const ways = Object.keys(openedBy) as (keyof typeof openedBy)[]
/** The home as the client sees it, and as its token alone sees it. */
async function homeSeenBy(client: Client, id: string): Promise<string[]> {
  const headers = client.token ? [{}, { authorization: `Bearer ${client.token}` }] : [{}]
  const read = await Promise.all(
    headers.map(one => client.call('prospectCar', { query: { id }, headers: one })),
  )
  return read.flatMap(({ bytes }) => /"addressLine1":"([^"]*)"/.exec(bytes.toString())?.[1] ?? [])
}

it.each(ways.flatMap(one => ways.map(other => [one, other] as const)))(
  '[T2] [T3] [T4] [T17] [EDGE-02] [EDGE-08] [EDGE-14] a person who starts a quote in %s reads neither the home address typed in %s nor the policy',
  async (begunIn, typedIn) => {
    const attacker = await openedBy[begunIn]()
    const customer = await openedBy[typedIn]()
    const prospect = await register(attacker)
    const { id } = prospect
    const early = await logIn(world.plainClient(), prospect)
    await logIn(customer, prospect)
    const car = await saveCar(customer, id)

    const late = await logIn(world.plainClient(), prospect)
    const body = ratedBody(id, car)
    for (const who of [attacker, early, late]) {
      expect(await homeSeenBy(who, id)).toEqual([])
      // Not by rating themselves as the driver either, even if they guess the address.
      expect(await who.call('quoteCreate', { body })).toMatchObject(stale)
      await logIn(who, prospect)
      expect(await homeSeenBy(who, id)).toEqual([])
    }
    // The customer who typed goes on, and buys.
    expect(await homeSeenBy(customer, id)).toContain('88 Remuera Road')
    const quote = await rateCar(customer, prospect, car, ofVictim(body))
    // An extended session is the same log-in.
    customer.token = (await customer.call('session')).ok().JWT
    ;(await sendPolicyholders(customer, quote)).ok()
    const { policyNumber } = (await customer.call('quoteBind', { body: bindBody(quote) })).ok()
    expect(await homeSeenBy(attacker, id)).toEqual([])
    const headers = { authorization: `Bearer ${attacker.token}` }
    const document = { documentType: 'New Business' as const, policyNumber, uuid: id }
    const asked = [
      await attacker.call('calendarRetrieve', { query: { uuid: id }, headers }),
      await attacker.call('policyRetrieve', { query: { uuid: id }, headers }),
      await attacker.call('quoteBind', { body: bindBody(quote) }),
      await attacker.call('documentRetrieve', { body: document, headers }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([404, 200, 409, 404])
    for (const { bytes } of asked) expect(bytes.toString()).not.toContain(policyNumber)
  },
)

it('[T2] [EDGE-02] [EDGE-08] a new overnight address removes the access of earlier sessions', async () => {
  const { attacker, quote, customer } = await passedOn()
  ;(await customer.call('quoteCreate', { body: movedCar(quote) })).ok()
  expect(await homeSeenBy(attacker, quote.id)).toEqual([])
  expect(await homeSeenBy(customer, quote.id)).toContain('any')
})

it('[T2] [EDGE-02] [EDGE-08] [CAR-12] saving the same car again removes no access, in another tab or on another device', async () => {
  const laptop = await world.browser()
  const prospect = await register(laptop)
  const { id } = prospect
  const car = await saveCar(laptop, id)
  const otherTab = world.at(new URL(world.origin).host, laptop)
  otherTab.token = laptop.token
  await saveCar(otherTab, id)
  const quote = await rateCar(laptop, prospect, car)
  const phone = await byMail(quote, laptop, `own-${id}@example.nz`)
  await saveCar(phone, id)
  expect(await homeSeenBy(laptop, id)).toContain('88 Remuera Road')
  await rateCar(laptop, prospect, car)
})

it('[T2] [ENTRY-07] [EDGE-08] a customer who returns by a link before the first price types the address again and continues', async () => {
  const laptop = await world.browser()
  const prospect = await register(laptop)
  const { id } = prospect
  const car = await saveCar(laptop, id)
  for (const open of Object.values(openedBy)) {
    const back = await logIn(await open(), prospect)
    expect(await homeSeenBy(back, id)).toEqual([])
    await saveCar(back, id)
    expect(await homeSeenBy(back, id)).toContain('88 Remuera Road')
  }
  // And on the first device again, where the page leads back to its step.
  expect(await laptop.call('quoteCreate', { body: ratedBody(id, car) })).toMatchObject(stale)
  await saveCar(laptop, id)
  await rateCar(laptop, prospect, car)
})

/** Begins a quote, mails its link, and is shut out when the other types their own people in. */
async function shutOut() {
  const attacker = await world.browser()
  const begun = await createRatedQuote(attacker, { frequency: 'ANNUAL' })
  ;(await sendPolicyholders(attacker, begun, { ...policyholder, firstName: 'Mallory' })).ok()
  const page = await openCardPage(world, attacker, begun.id)
  const customer = await byMail(begun, attacker, `victim-${begun.id}@example.nz`)
  return { attacker, customer, page, quote: await takeOver(customer, begun, { frequency: 'ANNUAL' }) }
}

/** The return code that a cancelled card page sends to the browser. */
async function returnCodeOf(page: string): Promise<string> {
  const back = await fetch(`${page}/cancel`, { redirect: 'manual' })
  return new URL(back.headers.get('location') ?? '').searchParams.get('token') ?? ''
}

it('[T2] [EDGE-02] [PAY-09] new people in one quote do not affect links and return codes of another quote', async () => {
  const { client: bystander, quote } = await ratedCustomer(world, { frequency: 'ANNUAL' })
  ;(await sendPolicyholders(bystander, quote)).ok()
  const page = await openCardPage(world, bystander, quote.id)
  await createRatedQuote(await world.browser())
  for (const password of [await returnCodeOf(page), quote.token])
    expect((await bystander.call('login', { body: { user_id: quote.id, password } })).status).toBe(200)
  expect((await secretsSeenBy(bystander, quote)).length).toBeGreaterThan(3)
})

it('[T2] [T14] [PAY-09] [EDGE-08] [EDGE-09] a session that lost access cannot write, nor return by its card page, and the owner continues', async () => {
  const { attacker, customer, quote, page } = await shutOut()
  const password = await returnCodeOf(page)
  expect(password.length).toBeGreaterThan(20)
  expect((await attacker.call('login', { body: { user_id: quote.id, password } })).status).toBe(401)
  expect(await secretsSeenBy(attacker, quote)).toEqual([])
  const written = [
    await attacker.call('quoteCreate', { body: movedCar(quote) }),
    await attacker.call('quoteAmend', { body: quote.body }),
    await attacker.call('quoteAmend', { body: ratedBody(quote.id, quote.car) }),
  ]
  for (const answer of written) expect(answer).toMatchObject(notReady)
  expect(await seenBy(customer, quote)).not.toContain('"any"')
  await payByCard(await openCardPage(world, customer, quote.id))
  await eventually(() => world.repositories.findPolicy(quote.id))
})

it('[T1] [EDGE-10] the driver’s birth date does not open a quote of another policyholder', async () => {
  const { quote, customer } = await passedOn()
  ;(await sendPolicyholders(customer, quote)).ok()
  const retrieve = async (customerDob: string) =>
    (await (await world.browser()).call('quoteRetrieve', { body: retrieveBody(quote, customerDob) })).status
  expect(await retrieve(maia.dateOfBirth)).toBe(204)
  expect(await retrieve(policyholder.dateOfBirth)).toBe(200)
})

it('[T2] [T12] [PAY-11] [EDGE-02] the same people written otherwise on a second device turn the first one out of nothing', async () => {
  // Every way of writing a name is in journey/people.test.ts.
  const spelt = { firstName: ' MA\u0304\u200Bia', lastName: 'o′brien', email: 'Maia@xn--mori-qsa.nz' }
  const { client: laptop, quote } = await ratedCustomer(world, { frequency: 'ANNUAL' })
  ;(await sendPolicyholders(laptop, quote, { ...policyholder, ...maia, lastName: 'O’Brien' })).ok()
  const page = await openCardPage(world, laptop, quote.id)
  const phone = await byMail(quote, laptop, 'maia@example.nz')
  const writeOtherwise = async () =>
    (await sendPolicyholders(phone, quote, { ...policyholder, ...maia, ...spelt })).ok()
  await writeOtherwise()
  expect(await seenBy(laptop, quote)).toContain('1988-04-12')
  // The open card page is for the same people, however they are written.
  expect(await openCardPage(world, laptop, quote.id)).toBe(page)
  const changed = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
  const body = withDriver(changed, { givenName: spelt.firstName, surname: spelt.lastName })
  ;(await phone.call('quoteAmend', { body })).ok()
  await writeOtherwise()
  expect(await seenBy(laptop, quote)).toContain('1988-04-12')
  ;(await laptop.call('quoteAmend', { body: ratedBody(quote.id, quote.car) })).ok()
})

it('[T12] [PAY-05] a repeated order with another spelling of a name is the same order', async () => {
  const laptop = await world.browser()
  const body = bindBody(await createRatedQuote(laptop))
  const first = (await laptop.call('quoteBind', { body })).ok()
  const written = (name: string) => JSON.parse(JSON.stringify(body).replaceAll('O’Brien', name))
  expect((await laptop.call('quoteBind', { body: written("O'Brien") })).ok()).toEqual(first)
  const other = await laptop.call('quoteBind', { body: written('Obrien') })
  expect(other.json).toMatchObject({ code: 'QUOTE_CONVERTED' })
})

it('[EDGE-17] [DRIVER-03] [HOLDER-04] every call refuses a name without a visible letter', async () => {
  const { client, quote } = await ratedCustomer(world)
  for (const empty of ['\u200D', '\u2800', '\u3164', "'-", '\u0301', ' '])
    for (const answer of [
      await client.call('quoteAmend', { body: withDriver(quote.body, { givenName: empty }) }),
      await sendPolicyholders(client, quote, { ...policyholder, lastName: empty }),
    ]) {
      expect(answer).toMatchObject({ status: 400, json: { code: 'MALFORMED' } })
      expect(JSON.stringify(answer.json)).toContain('is blank')
    }
})

it('[T12] [PAY-11] a payment is refunded if the policyholder was replaced while the card page was open', async () => {
  const { client, quote } = await ratedCustomer(world, { frequency: 'ANNUAL' })
  const { repositories } = world.services
  ;(await sendPolicyholders(client, quote)).ok()
  const page = await openCardPage(world, client, quote.id)
  ;(
    await sendPolicyholders(client, quote, {
      ...policyholder,
      firstName: 'Mallory',
      email: 'mallory@evil.example',
    })
  ).ok()
  await payByCard(page)
  await eventually(
    async () => (await repositories.findPaymentsOfQuote(quote.id)).at(-1)?.state === 'REFUNDED',
  )
  expect(await repositories.findPolicy(quote.id)).toBeUndefined()
  // The next page is another one, for the people who are in the quote now.
  const next = await openCardPage(world, client, quote.id)
  expect(next).not.toBe(page)
  await payByCard(next)
  await eventually(() => repositories.findPolicy(quote.id))
})

it('[T8] [DRIVER-01] a Yes missing in the next request stays a Yes, and a repeated No is not outdated', async () => {
  const { client, quote } = await ratedCustomer(world)
  const amend = (indicators?: { criminalRecord: 'YES' | 'NO' }) =>
    client.call('quoteAmend', { body: withVehicleRisk(quote.body, { indicators }) })
  for (const indicators of [{ criminalRecord: 'YES' }, { criminalRecord: 'YES' }, undefined] as const)
    expect(await amend(indicators)).toMatchObject({ status: 422, json: { code: 'NOT_INSURABLE' } })
  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(409)
  ;(await amend({ criminalRecord: 'NO' })).ok()
})

it.each(['before it is sent', 'while it is made'])(
  '[T2] [QUOTE-10] a mail requested before other people filled in the quote, %s, does not show them',
  async when => {
    const { attacker, quote, customer } = await passedOn()
    const late = `late-${quote.id}@example.nz`
    isMailOut = true
    ;(await attacker.call('emailQuote', { body: { id: quote.id, email: late } })).ok()
    const { services } = world.application
    const payload = await eventually(async () => {
      const rows = await world.query(
        `select data->>'encrypted' as encrypted from jobs.job where name = 'quote-mail' and state = 'retry'`,
      )
      return rows
        .map(({ encrypted }) => encrypted)
        .find(one => decryptQuoteMailPayload(one, services.keys).to === late)
    })
    const takesOver = () => takeOver(customer, quote, { frequency: 'ANNUAL' })
    if (when === 'before it is sent') await takesOver()
    else meanwhile = takesOver
    isMailOut = false
    await sendQuoteMail(payload, services)
    expect(meanwhile).toBeUndefined()
    expect((await world.mails(0)).filter(({ to }) => to === late)).toEqual([])
    // The customer gets the mails that they ask for.
    expect(await byMail(quote, customer, `kahurangi-${quote.id}@example.nz`)).toBeDefined()
  },
)

it('[T3] [T4] [EDGE-13] [EDGE-14] policyholders sent with the bind remove the access of the session that started the quote', async () => {
  const attacker = world.plainClient()
  const quote = await createRatedQuote(attacker)
  const headers = { authorization: `Bearer ${attacker.token}` }
  const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`, headers)
  const { policyNumber } = (await customer.call('quoteBind', { body: bindBody(quote) })).ok()
  const dates = await attacker.call('calendarRetrieve', { query: { uuid: quote.id }, headers })
  expect(dates.status).toBe(404)
  expect(dates.bytes.toString()).not.toContain(policyNumber)
})

it('[T2] [EDGE-08] policyholders sent by a session that is losing access are not saved and remove no access', async () => {
  const { attacker, quote, customer } = await passedOn()
  meanwhile = () => takeOver(customer, quote)
  const late = await sendPolicyholders(attacker, quote, { ...policyholder, firstName: 'Mallory' })
  expect(late).toMatchObject(notReady)
  expect((await secretsSeenBy(customer, quote)).length).toBeGreaterThan(3)
  expect(await seenBy(customer, quote)).not.toContain('Mallory')
})

it.each([
  ['login', 200],
  ['quoteRetrieve', 204],
  ['paymentCreate', 409],
  ['emailQuote', 404],
] as const)(
  '[T2] [T14] [EDGE-01] [EDGE-10] [PAY-11] a session that loses access during the call %s gains nothing by it',
  async (name, status) => {
    const { client: attacker, quote } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
    const link = await mailedLogin(quote, attacker, `attacker-${quote.id}@example.nz`)
    const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
    const requests = {
      login: { body: { user_id: link.id, password: link.token } },
      quoteRetrieve: { body: retrieveBody(quote, maia.dateOfBirth) },
      paymentCreate: { body: paymentUrls(world, quote.id) },
      emailQuote: { body: { id: quote.id, email: `late-${quote.id}@example.nz` } },
    }
    const isNewcomer = name === 'login' || name === 'quoteRetrieve'
    const asker = isNewcomer ? await world.browser() : attacker
    meanwhile = () => takeOver(customer, quote, { frequency: 'ANNUAL' })
    const answer = await asker.call(name, requests[name] as never)
    expect(answer.status).toBe(status)
    if (name === 'login') asker.token = String(Reflect.get(Object(answer.json), 'JWT'))
    expect(meanwhile).toBeUndefined()
    expect(await secretsSeenBy(asker, quote)).toEqual([])
    expect((await secretsSeenBy(customer, quote)).length).toBeGreaterThan(3)
  },
)

it.each(['drivers', 'policyholders'])(
  '[T2] [T14] [EDGE-01] [EDGE-02] a client without a session whose token is issued while other %s are saved cannot read them',
  async whose => {
    const { attacker: owner, quote, customer } = await passedOn()
    const link = await mailedLogin(quote, owner, `attacker-${quote.id}@example.nz`)
    const stranger = world.plainClient()
    meanwhile = () => logIn(stranger, link)
    if (whose === 'policyholders') (await sendPolicyholders(customer, quote)).ok()
    else (await customer.call('quoteAmend', { body: ofVictim(quote.body) })).ok()
    expect(stranger.token).not.toBeNull()
    expect(await secretsSeenWith(stranger.token, quote)).toEqual([])
    expect((await secretsSeenBy(customer, quote)).length).toBeGreaterThan(1)
  },
)

/** A purchase that the insurer refuses for good: the quote is open again. */
async function refusedPurchase(by: 'bank' | 'card') {
  const { client, quote } = await ratedCustomer(world, by === 'card' ? { frequency: 'ANNUAL' } : {})
  const { repositories } = world.services
  await savePolicyholders(client, quote)
  isRefusing = true
  if (by === 'bank') expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  else {
    await payByCard(await openCardPage(world, client, quote.id))
    await eventually(async () => (await repositories.findPaymentsOfQuote(quote.id))[0]?.state === 'REFUNDED')
  }
  isRefusing = false
  expect((await repositories.findQuote(quote.id))?.status).toBe('QUOTED')
  return { client, quote }
}

const policyOf = async (client: Client, { id }: RatedCustomer) =>
  (await client.call('policyRetrieve', { query: { uuid: id } })).bytes.toString()

it.each(['bank', 'card'] as const)(
  '[T2] [T4] [EDGE-02] [EDGE-13] a session whose purchase by %s was refused cannot read later people or their policy',
  async by => {
    const { client: attacker, quote } = await refusedPurchase(by)
    const body = ratedBody(quote.id, quote.car)
    // A quote whose card was charged and refunded is sold once it is rated again.
    ;(await attacker.call('quoteAmend', { body })).ok()
    const customer = await byMail(quote, attacker, `victim-${quote.id}@example.nz`)
    const newest = await takeOver(customer, quote)
    expect(await secretsSeenBy(attacker, quote)).toEqual([])
    expect((await attacker.call('quoteAmend', { body })).status).toBe(409)
    const { policyNumber } = (await customer.call('quoteBind', { body: bindBody(newest) })).ok()
    expect(await policyOf(customer, quote)).toContain(policyNumber)
    expect(await policyOf(attacker, quote)).not.toContain(policyNumber)
  },
)

it('[T4] [EDGE-13] [EDGE-15] a refused purchase gives no access to the policy of another buyer', async () => {
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
  '[T2] [EDGE-08] [EDGE-09] %s in progress does not restore access that was removed meanwhile',
  async (_, what) => {
    const { attacker, quote, customer } = await passedOn()
    const late = await duringAnswer<object>(
      () =>
        what === 'amend'
          ? attacker.call('quoteAmend', { body: ratedBody(quote.id, quote.car, { voluntaryExcess: 500 }) })
          : attacker.call('quoteCreate', { body: movedCar(quote) }),
      async () => (await sendPolicyholders(customer, quote)).ok(),
    )
    expect(late).toMatchObject(stale)
    expect(await secretsSeenBy(attacker, quote)).toEqual([])
    expect(await seenBy(customer, quote)).not.toContain('"any"')
    expect(await attacker.call('quoteAmend', { body: quote.body })).toMatchObject(notReady)
    // The owner goes on.
    ;(await customer.call('quoteAmend', { body: quote.body })).ok()
  },
)

it('[T39] [EDGE-01] [EDGE-08] [EDGE-16] who came by a link, and begins another car while the first is saved or priced, keeps both', async () => {
  const sender = await world.browser()
  const begun = await register(sender)
  const guest = await logIn(await world.browser(), begun)
  const own = guest.token
  const car = await saveCar(sender, begun.id)
  const moved = movedCar({ id: begun.id, car })
  const address = moved.addressDetails
  for (const body of [moved, ofVictim(ratedBody(begun.id, { ...car, address }))]) {
    const answer = await duringAnswer(
      () => guest.call('quoteCreate', { body }),
      () => register(guest),
    )
    answer.ok()
    guest.token = own
    expect(await homeSeenBy(guest, begun.id)).toContain('any')
    expect(await homeSeenBy(sender, begun.id)).toEqual([])
  }
  ;(await guest.call('quoteAmend', { body: ofVictim(ratedBody(begun.id, { ...car, address })) })).ok()
})

it('[T2] [T39] [EDGE-01] [EDGE-08] [EDGE-09] a customer who starts another car in a second tab while the first is priced keeps both', async () => {
  const { client: laptop, quote } = await ratedCustomer(world)
  const first = laptop.token
  const stranger = await byMail(quote, laptop, `stranger-${quote.id}@example.nz`)
  const cookie = laptop.cookies.get('sid')
  const body = ofVictim(quote.body)
  let other: Prospect | undefined
  const priced = await duringAnswer(
    () => laptop.call('quoteAmend', { body }),
    async () => {
      other = await register(laptop)
    },
  )
  priced.ok()
  expect(laptop.cookies.get('sid')).not.toBe(cookie)
  const second = laptop.token

  laptop.token = first
  ;(await laptop.call('quoteAmend', { body })).ok()
  expect((await secretsSeenBy(laptop, quote)).length).toBeGreaterThan(1)
  // Their own link leads them back, and no one else's does.
  await logIn(laptop, quote)
  ;(await laptop.call('quoteAmend', { body })).ok()
  expect(await secretsSeenBy(stranger, quote)).toEqual([])
  laptop.token = second
  await saveCar(laptop, other?.id ?? '')
})
