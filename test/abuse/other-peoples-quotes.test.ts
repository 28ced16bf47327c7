/** Abuse tests of access to another customer's quote by id, number, forwarded link or mailed link. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerKey } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { settlePayment } from '#server/purchase/settle-payment.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import { goodCard } from '#test/cards.ts'
import { createClient } from '#test/client.ts'
import {
  bindBody,
  createRatedQuote,
  findAddress,
  holder,
  paymentUrls,
  type RatedCustomer,
  ratedBody,
  register,
  saveCar,
  savePolicyholders,
} from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { type Client, eventually, openTestApp, type TestApp } from '#test/test-app.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
let laterMs = 0
let world: TestApp
beforeAll(async () => {
  world = await openTestApp({ replace: { now: () => new Date(Date.now() + laterMs) } })
})
afterAll(() => world.close())

/** Texts that only the victim's answers contain. */
const marks = [holder.lastName, holder.dateOfBirth, holder.email, holder.mobile, 'Remuera Road']
const leaks = (text: string) => marks.filter(mark => text.includes(mark))

async function victim(frequency: 'FORTNIGHTLY' | 'ANNUAL' = 'FORTNIGHTLY') {
  const client = await world.browser()
  const quote = await createRatedQuote(client, { frequency })
  await savePolicyholders(client, quote)
  return { client, quote }
}

/** A browser that only has the link which the victim's registration made. */
async function withTheLink(quote: RatedCustomer, client?: Client): Promise<Client> {
  const friend = client ?? (await world.browser())
  const login = await friend.call('login', { body: { user_id: quote.id, password: quote.token } })
  friend.token = login.ok().JWT
  return friend
}

const policies = async (quoteId: string): Promise<number> =>
  (await world.database.pool.query('select 1 from policy where quote_id = $1', [quoteId])).rows.length

it('[T2] [T14] [EDGE-16] a forwarded link cannot bind, pay for or mail the quote', async () => {
  const { quote } = await victim()
  const friend = await withTheLink(quote)
  expect((await friend.call('quoteBind', { body: bindBody(quote) })).status).toBe(409)
  expect((await friend.call('paymentCreate', { body: paymentUrls(world, quote.id) })).json).toMatchObject({
    code: 'NOT_READY',
  })
  expect((await friend.call('paymentRetry', { body: { uuid: quote.id } })).status).toBe(404)
  const mail = await friend.call('emailQuote', { body: { id: quote.id, email: 'friend@example.nz' } })
  expect(mail.status).toBe(404)
  expect(await policies(quote.id)).toBe(0)
})

it('[T2] [T14] [EDGE-02] rating a quote again without its address does not reveal the address', async () => {
  const { quote } = await victim()
  const friend = await withTheLink(quote)
  const elsewhere = await findAddress(friend, '31 Heretaunga Street East, Hastings').catch(() => null)
  const guess = {
    ...quote.car.address,
    postcode: '6011',
    addressInFreeForm: { addressLine1: '1 Some Street', addressLine2: '' },
  }
  const answer = await friend.call('quoteAmend', {
    body: ratedBody(quote.id, { ...quote.car, address: elsewhere ?? guess }),
  })
  expect([answer.status, answer.json]).toMatchObject([409, { code: 'NOT_READY' }])
  const seen = await friend.call('prospectCar', { query: { id: quote.id } })
  expect(leaks(seen.bytes.toString())).toEqual([])
})

it('[T14] [T3] [EDGE-16] a mailed link does not open a policy, with or without a browser session', async () => {
  const { client, quote } = await victim()
  ;(await client.call('emailQuote', { body: { id: quote.id, email: 'maia@example.nz' } })).ok()
  const mail = await eventually(async () => (await world.mails(1)).find(one => one.text.includes(quote.id)))
  const link = new URL(/https?:\/\/[^\s"<]+\/vehicle\?[^\s"<]+/.exec(mail.text)?.[0] ?? '')
  const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote) })).ok()
  for (const thief of [await world.browser(), world.plainClient()]) {
    const body = { user_id: quote.id, password: link.searchParams.get('token') ?? '' }
    thief.token = (await thief.call('login', { body })).ok().JWT
    const headers = { authorization: `Bearer ${thief.token}` }
    const pdf = await thief.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: quote.id },
      headers,
    })
    expect(pdf.status).toBe(404)
    const facts = await thief.call('policyRetrieve', { query: { uuid: quote.id }, headers })
    expect(facts.json).toEqual({})
    const seen = await thief.call('prospectCar', { query: { id: quote.id }, headers })
    expect(seen.json).toMatchObject({ status: 'CONVERTED' })
    expect(leaks(seen.bytes.toString())).toEqual([])
    expect((await thief.call('quoteBind', { body: bindBody(quote) })).bytes.toString()).not.toContain(
      policyNumber,
    )
  }
})

it('[T3] [EDGE-10] birth date and postcode open a quote but not a policy', async () => {
  const { client, quote } = await victim()
  const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote) })).ok()
  for (const asker of [await world.browser(), world.plainClient()]) {
    const found = await asker.call('quoteRetrieve', {
      body: {
        attributes: {
          insuredDetails: { customerDob: holder.dateOfBirth, customerPostcode: quote.car.address.postcode },
          quoteNumber: quote.attributes.policyDetails.quoteNum,
        },
      },
    })
    asker.token = found.ok().JWT
    expect(leaks(JSON.stringify(found.ok().prospect))).toEqual([])
    const pdf = await asker.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: quote.id },
      headers: { authorization: `Bearer ${asker.token}` },
    })
    expect(pdf.status).toBe(404)
  }
})

it('[T46] [EDGE-18] [EDGE-13] cover never includes past days: a past start date must be chosen again', async () => {
  const { client, quote } = await victim()
  laterMs = 10 * dayMs
  try {
    const late = await world.browser()
    const found = await late.call('quoteRetrieve', {
      body: {
        attributes: {
          insuredDetails: { customerDob: holder.dateOfBirth, customerPostcode: quote.car.address.postcode },
          quoteNumber: quote.attributes.policyDetails.quoteNum,
        },
      },
    })
    late.token = found.ok().JWT
    const refused = await late.call('quoteBind', { body: bindBody(quote) })
    expect([refused.status, refused.json]).toMatchObject([409, { code: 'NOT_READY' }])
    const page = await late.call('paymentCreate', { body: paymentUrls(world, quote.id) })
    expect([page.status, page.json]).toMatchObject([409, { code: 'NOT_READY' }])
    const today = nzToday(new Date(Date.now() + laterMs))
    const body = ratedBody(quote.id, quote.car)
    const moved = await late.call('quoteAmend', {
      body: {
        ...body,
        attributes: {
          ...body.attributes,
          quoteRequestDetails: {
            ...body.attributes.quoteRequestDetails,
            policyInceptionDate: addDays(today, 1),
          },
        },
      },
    })
    const { attributes } = moved.ok().data
    expect((await late.call('quoteBind', { body: bindBody({ ...quote, attributes }) })).status).toBe(200)
  } finally {
    laterMs = 0
  }
  expect(client.token).not.toBeNull()
})

it('[T46] [T12] [PAY-11] a card page that is paid days later is refunded', async () => {
  const { client, quote } = await victim('ANNUAL')
  const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  laterMs = 31 * hourMs
  try {
    await submitForm(page.data.attributes.url, { ...goodCard })
    await world.database.pool.query('update payment set next_poll_at = now() where quote_id = $1', [quote.id])
    await eventually(async () => {
      const { rows } = await world.database.pool.query('select state from payment where quote_id = $1', [
        quote.id,
      ])
      return ['REFUNDED', 'EXPIRED'].includes(String(rows[0]?.state))
    })
  } finally {
    laterMs = 0
  }
  expect(await policies(quote.id)).toBe(0)
})

/** One minute after the next midnight in New Zealand. */
function afterMidnight(): number {
  const tomorrow = addDays(nzToday(new Date()), 1)
  // With or without daylight saving time, one of these is midnight.
  const midnight = ['+13:00', '+12:00']
    .map(offset => Date.parse(`${tomorrow}T00:00:00${offset}`))
    .find(instant => nzToday(new Date(instant)) === tomorrow)
  if (midnight === undefined) throw new Error('a day without a midnight')
  return midnight - Date.now() + 60_000
}

it('[T46] [T12] [PAY-11] a card page opened before midnight and paid after it buys no cover for the past day', async () => {
  const { client, quote } = await victim('ANNUAL')
  const page = (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok()
  const { services } = world.application
  laterMs = afterMidnight()
  expect(nzToday(services.now())).toBe(addDays(nzToday(new Date()), 1))
  try {
    await submitForm(page.data.attributes.url, { ...goodCard })
    await eventually(
      async () => (await services.repositories.findPaymentsOfQuote(quote.id))[0]?.state === 'REFUNDED',
    )
  } finally {
    laterMs = 0
  }
  expect(await policies(quote.id)).toBe(0)
})

it('[T46] [PAY-11] a payment before midnight that is reported after it buys the cover', async () => {
  const { quote, payment } = await openPayment(world)
  const { services } = world.application
  const paidAt = services.now()
  laterMs = afterMidnight()
  try {
    expect(nzToday(services.now())).not.toBe(nzToday(paidAt))
    await settlePayment(payment.id, paid(world.application, payment, `T-${quote.id}`, paidAt))
    const policy = await eventually(() => services.repositories.findPolicy(quote.id))
    expect(policy.record.choice.startDate).toBe(nzToday(paidAt))
  } finally {
    laterMs = 0
  }
})

it('[T8] [QUOTE-09] [EDGE-08] refuses to bind without the declaration or with a missing answer', async () => {
  const client = await world.browser()
  const quote = await createRatedQuote(client)
  const { body } = quote
  const undeclared = { ...body, attributes: { ...body.attributes, declarationAgreed: false } }
  const amended = (await client.call('quoteAmend', { body: undeclared })).ok()
  const newest = { ...quote, attributes: amended.data.attributes }
  const refused = await client.call('quoteBind', { body: bindBody(newest) })
  expect([refused.status, refused.json]).toMatchObject([409, { code: 'NOT_READY' }])

  const another = await register(client)
  const car = await saveCar(client, another.id)
  const silent = ratedBody(another.id, car)
  for (const { risk } of silent.attributes.coverages) delete risk.vehicleRisk.indicators
  const unasked = await client.call('quoteCreate', { body: silent })
  expect([unasked.status, unasked.bytes.toString()]).toEqual([400, expect.stringContaining('criminalRecord')])
})

it('[T39] [EDGE-16] a session ends after eight hours despite extensions, with or without a browser', async () => {
  for (const client of [await world.browser(), world.plainClient()]) {
    const { id } = await createRatedQuote(client)
    try {
      for (let minutes = 25; minutes < 8 * 60; minutes += 25) {
        laterMs = minutes * 60_000
        client.token = (await client.call('session')).ok().JWT
      }
      laterMs = 8 * hourMs + 60_000
      expect((await client.call('session')).status).toBe(401)
      expect((await client.call('quoteBind', { body: { ...bindBodyOf(id) } })).status).toBe(401)
    } finally {
      laterMs = 0
    }
  }
})

const bindBodyOf = (id: string) =>
  bindBody({
    id,
    token: '',
    car: {
      vehicleKey: 'x',
      value: 1,
      address: { postcode: '1010', addressInFreeForm: { addressLine1: 'x' } },
    },
    body: ratedBody(id, {
      vehicleKey: 'x',
      value: 1,
      address: { postcode: '1010', addressInFreeForm: { addressLine1: 'x' } },
    }),
    attributes: {
      policyHistory: { lastModifiedDatetime: '', lastModifiedUserId: '' },
      policyDetails: { quoteNum: 'Q', billingInfo: { frequency: 'MONTHLY' } },
    } as RatedCustomer['attributes'],
  })

it('[T39] [EDGE-01] a login changes the session cookie, so an earlier planted cookie is worthless', async () => {
  const client = await world.browser()
  const planted = client.cookies.get('sid')
  const quote = await createRatedQuote(client)
  expect(client.cookies.get('sid')).not.toBe(planted)
  const attacker = await world.browser()
  attacker.cookies.set('sid', planted ?? '')
  attacker.token = client.token
  expect((await attacker.call('session')).status).toBe(401)
  expect((await attacker.call('prospectCar', { query: { id: quote.id } })).status).toBe(204)
  const held = client.token
  await createRatedQuote(client)
  client.token = held
  expect((await client.call('session')).status).toBe(200)
})

it('[T39] [EDGE-10] retrieving a quote by number changes the session cookie as a login does', async () => {
  const { quote } = await victim()
  const body = {
    attributes: {
      insuredDetails: {
        customerDob: holder.dateOfBirth,
        customerPostcode: quote.car.address.postcode,
      },
      quoteNumber: quote.attributes.policyDetails.quoteNum,
    },
  }
  const returning = await world.browser()
  const own = await createRatedQuote(returning)
  const planted = returning.cookies.get('sid') ?? ''
  const held = returning.token
  returning.token = (await returning.call('quoteRetrieve', { body })).ok().JWT ?? ''
  expect(returning.cookies.get('sid')).not.toBe(planted)
  const attacker = await world.browser()
  attacker.cookies.set('sid', planted)
  attacker.token = returning.token
  expect((await attacker.call('session')).status).toBe(401)
  for (const id of [quote.id, own.id])
    expect((await attacker.call('prospectCar', { query: { id } })).status).toBe(204)
  // The browser keeps access to both.
  for (const [id, token] of [
    [quote.id, returning.token],
    [own.id, held],
  ] as const) {
    returning.token = token
    expect((await returning.call('session')).status).toBe(200)
    expect((await returning.call('prospectCar', { query: { id } })).ok()).toMatchObject({
      confirmPerson: false,
    })
  }
})

it('[EDGE-01] [EDGE-16] concurrent logins of one browser each open their quote, in any order', async () => {
  const links = await Promise.all(Array.from({ length: 6 }, async () => register(await world.browser())))
  const browser = await world.browser()
  const opened = links.map(async ({ id, token }) => {
    const tab = createClient(world.origin, { cookies: browser.cookies })
    tab.token = (await tab.call('login', { body: { user_id: id, password: token } })).ok().JWT
    return [(await tab.call('prospectCar', { query: { id } })).status, (await tab.call('session')).status]
  })
  expect(await Promise.all(opened)).toEqual(links.map(() => [200, 200]))
})

it('[T33] [EDGE-16] a session of one brand is not valid at another', async () => {
  const { client, quote } = await victim()
  const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote) })).ok()
  const { port } = new URL(world.origin)
  for (const brand of [...readBrands().keys()].filter(key => key !== providerKey)) {
    const host = `${brand}.localhost:${port}`
    const there = world.at(host, client)
    const facts = await there.call('policyRetrieve', { query: { uuid: quote.id } })
    expect([brand, facts.json]).toEqual([brand, {}])
    const pdf = await there.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: quote.id },
    })
    expect([brand, pdf.status]).toEqual([brand, 404])
    expect((await there.call('prospectCar', { query: { id: quote.id } })).status).toBe(204)
    expect((await there.call('session')).status).toBe(401)
    const login = await there.call('login', { body: { user_id: quote.id, password: quote.token } })
    expect(login.status).toBe(401)
  }
})
