/** Abuse tests of access to another customer's quote by id, number, forwarded link or mailed link. */
import { expect, it } from 'vitest'
import { ownBrandKey } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import type { Frequency } from '#journey/cover.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { payByCard } from '#test/cards.ts'
import { createClient } from '#test/client.ts'
import {
  bindBody,
  createRatedQuote,
  customerReadyToPay,
  linkIn,
  logIn,
  openCardPage,
  paymentUrls,
  policyholder,
  type RatedCustomer,
  ratedBody,
  register,
  retrieveBody,
} from '#test/purchase.ts'
import { appForFile, type Client, eventually } from '#test/test-app.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
let laterMs = 0
const world = await appForFile({ replace: { now: () => new Date(Date.now() + laterMs) } })

/** Texts that only the victim's answers contain. */
const marks = [
  policyholder.lastName,
  policyholder.dateOfBirth,
  policyholder.email,
  policyholder.mobile,
  'Remuera Road',
]
const leaks = (text: string) => marks.filter(mark => text.includes(mark))

const victim = (frequency: Frequency = 'FORTNIGHTLY') => customerReadyToPay(world, { frequency })

/** A browser that only has the link which the victim's registration made. */
const withTheLink = async (quote: RatedCustomer) => logIn(await world.browser(), quote)

/** Finds the quote by number, date of birth and postcode. */
async function retrieved(client: Client, quote: RatedCustomer) {
  const found = (await client.call('quoteRetrieve', { body: retrieveBody(quote) })).ok()
  client.token = found.JWT ?? null
  return found
}

const findPolicy = (id: string) => world.repositories.findPolicy(id)
const lastPayment = async (id: string) => (await world.repositories.findPaymentsOfQuote(id))[0]

/** The response to a request for the schedule, with the client's own token. */
const schedule = (client: Client, uuid: string, policyNumber: string) =>
  client.call('documentRetrieve', {
    body: { documentType: 'New Business', policyNumber, uuid },
    headers: { authorization: `Bearer ${client.token}` },
  })

/** Runs the test by a later clock. */
async function later(ms: number, work: () => Promise<unknown>): Promise<void> {
  laterMs = ms
  try {
    await work()
  } finally {
    laterMs = 0
  }
}
const notReady = { status: 409, json: { code: 'NOT_READY' } }

it('[T2] [T14] [EDGE-16] a forwarded link cannot bind, pay for or mail the quote', async () => {
  const { quote } = await victim()
  const friend = await withTheLink(quote)
  expect((await friend.call('quoteBind', { body: bindBody(quote) })).status).toBe(409)
  expect(await friend.call('paymentCreate', { body: paymentUrls(world, quote.id) })).toMatchObject(notReady)
  expect((await friend.call('paymentRetry', { body: { uuid: quote.id } })).status).toBe(404)
  const mail = await friend.call('emailQuote', { body: { id: quote.id, email: 'friend@example.nz' } })
  expect(mail.status).toBe(404)
  expect(await findPolicy(quote.id)).toBeUndefined()
})

it('[T14] [T3] [EDGE-16] a mailed link does not open a policy, with or without a browser session', async () => {
  const { client, quote } = await victim()
  ;(await client.call('emailQuote', { body: { id: quote.id, email: 'maia@example.nz' } })).ok()
  const mail = await eventually(async () => (await world.mails(1)).find(one => one.text.includes(quote.id)))
  const link = linkIn(mail.text)
  const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote) })).ok()
  for (const thief of [await world.browser(), world.plainClient()]) {
    await logIn(thief, link)
    const headers = { authorization: `Bearer ${thief.token}` }
    expect((await schedule(thief, quote.id, policyNumber)).status).toBe(404)
    const policy = await thief.call('policyRetrieve', { query: { uuid: quote.id }, headers })
    expect(policy.json).toEqual({})
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
    const found = await retrieved(asker, quote)
    expect(leaks(JSON.stringify(found.prospect))).toEqual([])
    expect((await schedule(asker, quote.id, policyNumber)).status).toBe(404)
  }
})

it('[T46] [EDGE-18] [EDGE-13] cover never includes past days: a past start date must be chosen again', async () => {
  const { quote } = await victim()
  await later(10 * dayMs, async () => {
    const client = await world.browser()
    await retrieved(client, quote)
    expect(await client.call('quoteBind', { body: bindBody(quote) })).toMatchObject(notReady)
    expect(await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).toMatchObject(notReady)
    const startDate = addDays(nzToday(world.services.now()), 1)
    const moved = await client.call('quoteAmend', { body: ratedBody(quote.id, quote.car, { startDate }) })
    const { attributes } = moved.ok().data
    expect((await client.call('quoteBind', { body: bindBody({ ...quote, attributes }) })).status).toBe(200)
  })
})

it('[T46] [T12] [PAY-11] a card page opened before midnight and paid after it buys no cover for the past day', async () => {
  const { client, quote } = await victim('ANNUAL')
  const page = await openCardPage(world, client, quote.id)
  await later(dayMs, async () => {
    await payByCard(page)
    await eventually(async () => (await lastPayment(quote.id))?.state === 'REFUNDED')
  })
  expect(await findPolicy(quote.id)).toBeUndefined()
})

it('[T39] [EDGE-16] a session ends after eight hours despite extensions, with or without a browser', async () => {
  for (const client of [await world.browser(), world.plainClient()]) {
    const quote = await createRatedQuote(client)
    for (let minutes = 25; minutes < 8 * 60; minutes += 25)
      await later(minutes * 60_000, async () => {
        client.token = (await client.call('session')).ok().JWT
      })
    await later(8 * hourMs + 60_000, async () => {
      expect((await client.call('session')).status).toBe(401)
      expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(401)
    })
  }
})

it.each(['login', 'retrieval by number'])(
  '[T39] [EDGE-01] [EDGE-10] a %s changes the session cookie, so an earlier planted cookie is worthless',
  async how => {
    const client = await world.browser()
    const own = await createRatedQuote(client)
    const held = client.token
    const planted = client.cookies.get('sid') ?? ''
    const quote = how === 'login' ? await createRatedQuote(client) : (await victim()).quote
    if (how !== 'login') await retrieved(client, quote)
    expect(client.cookies.get('sid')).not.toBe(planted)
    const attacker = await world.browser()
    attacker.cookies.set('sid', planted)
    attacker.token = client.token
    expect((await attacker.call('session')).status).toBe(401)
    for (const id of [quote.id, own.id])
      expect((await attacker.call('prospectCar', { query: { id } })).status).toBe(204)
    // The browser keeps access to both.
    for (const [id, token] of Object.entries({ [quote.id]: client.token, [own.id]: held })) {
      client.token = token
      expect((await client.call('session')).status).toBe(200)
      const seen = (await client.call('prospectCar', { query: { id } })).ok()
      expect(seen).toMatchObject({ needsIdentityCheck: false })
    }
  },
)

it('[EDGE-01] [EDGE-16] concurrent logins of one browser each open their quote, in any order', async () => {
  const links = await Promise.all(Array.from({ length: 6 }, async () => register(await world.browser())))
  const browser = await world.browser()
  const opened = links.map(async link => {
    const tab = await logIn(createClient(world.origin, { cookies: browser.cookies }), link)
    const { status } = await tab.call('prospectCar', { query: { id: link.id } })
    return [status, (await tab.call('session')).status]
  })
  expect(await Promise.all(opened)).toEqual(links.map(() => [200, 200]))
})

it('[T33] [EDGE-16] a session of one brand is not valid at another', async () => {
  const { client, quote } = await victim()
  const { policyNumber } = (await client.call('quoteBind', { body: bindBody(quote) })).ok()
  const { port } = new URL(world.origin)
  for (const brand of [...readBrands().keys()].filter(key => key !== ownBrandKey)) {
    const host = `${brand}.localhost:${port}`
    const there = world.at(host, client)
    const policy = await there.call('policyRetrieve', { query: { uuid: quote.id } })
    expect([brand, policy.json]).toEqual([brand, {}])
    expect([brand, (await schedule(there, quote.id, policyNumber)).status]).toEqual([brand, 404])
    expect((await there.call('prospectCar', { query: { id: quote.id } })).status).toBe(204)
    expect((await there.call('session')).status).toBe(401)
    const login = await there.call('login', { body: { user_id: quote.id, password: quote.token } })
    expect(login.status).toBe(401)
  }
})
