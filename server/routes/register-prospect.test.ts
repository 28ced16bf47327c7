/** Tests of the person, source and partner that come with a registration or a link. */
import { describe, expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { findInvariantViolations } from '#db/checks/invariants.ts'
import { payByCard } from '#test/cards.ts'
import { createClient } from '#test/client.ts'
import {
  bindBody,
  linkOf,
  openCardPage,
  type Prospect,
  policyholder,
  rateCar,
  ratedBody,
  saveCar,
  savePolicyholders,
  withDriver,
  withInsurer,
} from '#test/purchase.ts'
import { appForFile, appForTest, type Client, eventually } from '#test/test-app.ts'

const world = await appForFile({
  environment: { LIMIT_FACTOR: '100', METRICS_PORT: '0', PARTNER_IDS: 'dealer-1, bank.nz' },
})

/** The main driver of `ratedBody`, and the policyholder of `savePolicyholders`. */
const person = { firstName: 'Māia', lastName: 'O’Brien', email: 'maia@example.nz', mobilePhone: '0211234567' }
const another = { ...person, firstName: 'Aroha', lastName: 'Ngātai', email: 'aroha@example.nz' }

/** As a partner's server registers one of its customers. */
async function registered(sent: object, client: Client = world.plainClient()): Promise<Prospect> {
  const body = { registrationNumber: 'JHU968', ...sent }
  return linkOf((await client.call('registration', { body })).ok().url)
}

async function follow(client: Client, { id, token }: Prospect, partnerId?: string): Promise<Client> {
  const body = { user_id: id, password: token, ...(partnerId && { partnerId }) }
  client.token = (await client.call('login', { body })).ok().JWT
  return client
}

const opened = async (link: Prospect, partnerId?: string) => follow(await world.browser(), link, partnerId)
/** By session and token, so that a client without cookies reads as well. */
const prospectOf = async (client: Client, { id }: Prospect) => {
  const headers = { authorization: `Bearer ${client.token}` }
  return (await client.call('prospectCar', { query: { id }, headers })).ok()
}
const applicantOf = async (client: Client, link: Prospect) => (await prospectOf(client, link)).applicant
const rowOf = async (table: 'quote' | 'policy', { id }: Prospect) => {
  const key = table === 'quote' ? 'id' : 'quote_id'
  return (await world.query(`select * from ${table} where ${key} = $1`, [id]))[0]
}

async function rated(client: Client, link: Prospect, change: object = {}) {
  const car = await saveCar(client, link.id)
  return rateCar(client, link, car, withDriver(ratedBody(link.id, car), change))
}

describe('the registered person', () => {
  const written = {
    firstName: '  Ma\u0304ia ',
    lastName: ' O’Brien',
    email: ' maia@example.nz ',
    mobilePhone: '+64 21 123 4567',
  }
  it.each([
    ['everything', written, person],
    ['an e-mail', { email: 'maia@example.nz' }, { email: 'maia@example.nz' }],
    ['words', { mobilePhone: 'Mobile: +64 (0)21 123 45 67' }, { mobilePhone: '0211234567' }],
    ['combining marks', { firstName: 'a\u0304'.repeat(50) }, { firstName: 'ā'.repeat(50) }],
    ['a blank source', { source: ' ' }, {}],
  ])(
    '[EDGE-02] [EDGE-04] with %s from a partner is stored as the journey stores it, for the holder of the link',
    async (_, sent, stored) => {
      const link = await registered(sent)
      expect(await applicantOf(await opened(link), link)).toEqual({ ...stored, source: 'openroad' })
      // A second client gets it too, as long as no question is answered.
      expect(await applicantOf(await follow(world.plainClient(), link), link)).toMatchObject(stored)
    },
  )

  it.each([
    ['firstName', '4th owner'],
    ['lastName', 'https://dealer.example'],
    ['email', 'maia@example@nz'],
    ['mobilePhone', '09 123 4567'],
    ['mobilePhone', ''],
  ])(
    '[EDGE-04] an invalid %s from a partner (%j) is ignored, and the customer is asked',
    async (field, slip) => {
      const link = await registered({ ...person, [field]: slip })
      const { [field as keyof typeof person]: _, ...rest } = person
      expect(await applicantOf(await opened(link), link)).toEqual({ ...rest, source: 'openroad' })
    },
  )

  it.each([{ lastName: 'x'.repeat(51) }, { partnerId: 'a dealer' }, { partnerId: 'x'.repeat(41) }])(
    '[EDGE-17] with %j is refused with the name of the field, and nothing is registered',
    async sent => {
      const before = await world.query('select count(*) from quote')
      const body = { registrationNumber: 'JHU968', ...sent }
      const refused = await world.plainClient().call('registration', { body })
      const errors = Object.keys(sent).map(path => ({ path }))
      expect(refused).toMatchObject({ status: 400, json: { errors } })
      expect(await world.query('select count(*) from quote')).toEqual(before)
    },
  )
})

describe('[T2] [EDGE-02] [EDGE-16] is hidden from', () => {
  it('a client without the link, by id or by number', async () => {
    const link = await registered(person)
    expect((await (await world.browser()).call('prospectCar', { query: { id: link.id } })).status).toBe(204)
    const quote = await rated(await opened(link), link)
    const { quoteNum } = quote.attributes.policyDetails
    const found = await (await world.browser()).call('prospectCar', { query: { quoteNum } })
    expect(found.ok()).not.toHaveProperty('applicant')
  })

  it('the holder of the link once the quote is answered, and the partner', async () => {
    const partner = world.plainClient()
    const link = await registered(person, partner)
    await follow(partner, link)
    const early = await opened(link)
    const customer = await opened(link)
    for (const who of [partner, early, customer]) expect(await applicantOf(who, link)).toMatchObject(person)

    await saveCar(customer, link.id)
    expect(await applicantOf(customer, link)).toMatchObject(person)
    const late = await opened(link)
    for (const who of [partner, early, late]) {
      expect(await prospectOf(who, link)).not.toHaveProperty('applicant')
      await follow(who, link)
      expect(await prospectOf(who, link)).not.toHaveProperty('applicant')
    }
  })

  it('a customer who replaces the answers: the person is deleted', async () => {
    const link = await registered(person)
    const customer = await opened(link)
    await saveCar(customer, link.id)
    const attacker = await opened(link)
    await saveCar(attacker, link.id)
    expect(await applicantOf(attacker, link)).toEqual({ source: 'openroad' })
    expect((await rowOf('quote', link)).applicant).toBeNull()
  })

  it('everybody, once another person is the driver', async () => {
    const link = await registered(another)
    const customer = await opened(link)
    await rated(customer, link)
    const { firstName, lastName } = person
    expect(await applicantOf(customer, link)).toEqual({ firstName, lastName, source: 'openroad' })
    expect((await rowOf('quote', link)).applicant).toBeNull()
  })
})

it('[EDGE-04] the registered contact is suggested while that person is the driver, until step 4', async () => {
  const link = await registered(person)
  const customer = await opened(link)
  const quote = await rated(customer, link, { givenName: 'māia' })
  expect(await applicantOf(customer, link)).toEqual({ ...person, firstName: 'māia', source: 'openroad' })
  await savePolicyholders(customer, quote)
  expect(await applicantOf(customer, link)).toEqual({
    firstName: 'māia',
    lastName: 'O’Brien',
    source: 'openroad',
  })
  expect((await rowOf('quote', link)).applicant).toBeNull()
})

it('[T2] [EDGE-04] a price request from before step 4 does not restore the person', async () => {
  let meanwhile = async () => {}
  const slow = await appForTest({
    replace: withInsurer(real => ({
      async amend(...given) {
        const answer = await real.amend(...given)
        await meanwhile()
        return answer
      },
    })),
  })
  const link = await registered(person, createClient(slow.origin, { keepsCookies: false }))
  const customer = await follow(await slow.browser(), link)
  const quote = await rated(customer, link)
  meanwhile = () => savePolicyholders(customer, quote)
  // Step 4 brings people in, and a price that was asked for before that is not kept.
  expect((await customer.call('quoteAmend', { body: quote.body })).status).toBe(409)
  expect(await slow.repositories.findQuote(link.id)).toMatchObject({
    applicant: null,
    policyholders: expect.anything(),
  })
})

it('[EDGE-04] a policy whose people came with the bind stores no registered person', async () => {
  const link = await registered(person)
  const customer = await opened(link)
  const quote = await rated(customer, link)
  ;(await customer.call('quoteBind', { body: bindBody(quote) })).ok()
  await eventually(() => rowOf('policy', link))
  expect(await rowOf('quote', link)).toMatchObject({ status: 'CONVERTED', applicant: null })
})

describe('source and partner', () => {
  it.each([
    ['localhost', 'openroad', false],
    ['turners.localhost', 'turners', true],
    ['harbour.localhost', 'harbour', true],
    ['fern.localhost', 'fern', true],
  ])(
    '[SHELL-03] [BUS-02] [ENTRY-07] at %s the brand is %s for any source; partner quote: %s',
    async (host, brand, isPartnerQuote) => {
      const client = world.at(host)
      await client.request('/vehicle')
      const body = { registrationNumber: 'JHU968', source: 'a dealer in Taupō' }
      expect((await client.call('registration', { body })).ok().source).toBe(brand)
      const link = await registered({ source: 'a dealer in Taupō' }, client)
      expect(await rowOf('quote', link)).toMatchObject({ brand, source: 'a dealer in Taupō' })
      const prospect = await prospectOf(await follow(client, link), link)
      expect(prospect).toMatchObject({ isPartnerQuote, applicant: { source: 'a dealer in Taupō' } })
      expect(await rowOf('quote', await registered({}, client))).toMatchObject({ source: brand })
    },
  )

  it('[ENTRY-05] [EDGE-04] the url of a registration has an id, a token and the partner id, if one is given', async () => {
    const urlOf = async (sent: object) => {
      const body = { registrationNumber: 'jhu 968', ...sent }
      return (await world.plainClient().call('registration', { body })).ok().url
    }
    const plain = `${world.origin}/vehicle\\?id=[0-9a-f-]{36}&token=[\\w-]{43}`
    expect(await urlOf({})).toMatch(new RegExp(`^${plain}$`))
    expect(await urlOf({ partnerId: 'bank.nz' })).toMatch(new RegExp(`^${plain}&partnerId=bank\\.nz$`))
  })

  it('[BUS-02] [ENTRY-07] the first partner id of a link is stored with the quote', async () => {
    const link = await registered({})
    const client = await opened(link)
    expect(await prospectOf(client, link)).toMatchObject({ isPartnerQuote: false })
    await follow(client, link, 'dealer-1')
    expect(await prospectOf(client, link)).toMatchObject({
      isPartnerQuote: true,
      applicant: { partnerId: 'dealer-1' },
    })
    await follow(client, link, 'bank.nz')
    expect(await rowOf('quote', link)).toMatchObject({ partner_id: 'dealer-1' })
    const named = await registered({ partnerId: 'bank.nz' })
    await opened(named, 'dealer-1')
    expect(await rowOf('quote', named)).toMatchObject({ partner_id: 'bank.nz' })
  })

  it('[BUS-02] [EDGE-01] [EDGE-17] a wrong token sets no partner, and an invalid partner id is refused', async () => {
    const link = await registered({})
    const client = await world.browser()
    const body = { user_id: link.id, password: 'wrong', partnerId: 'dealer-1' }
    expect((await client.call('login', { body })).status).toBe(401)
    const malformed = { ...body, password: link.token, partnerId: '<b>' }
    const refused = await client.call('login', { body: malformed })
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'partnerId' }] } })
    expect(await rowOf('quote', link)).toMatchObject({ partner_id: null })
  })

  const isSoldBy = async (link: Prospect, customer: Client, buy: 'bank' | 'card') => {
    const quote = await rated(customer, link)
    if (buy === 'bank') (await customer.call('quoteBind', { body: bindBody(quote) })).ok()
    else {
      await savePolicyholders(customer, quote)
      await payByCard(await openCardPage(world, customer, link.id))
    }
    return eventually(() => rowOf('policy', link))
  }
  const scrape = async () =>
    (await fetch(`http://localhost:${world.application.metrics?.port}/metrics`)).text()
  const counted = async (labels: string) => {
    const line = /^openroad_sales_total\{brand="openroad",(.*),event="([\w-]+)",detail="\w*"\} (\d+)$/gm
    const lines = [...(await scrape()).matchAll(line)]
    return Object.fromEntries(
      lines.flatMap(([, of, event, count]) =>
        of === labels && count !== '0' ? [[event, Number(count)]] : [],
      ),
    )
  }

  it('[BUS-02] are counted at every step from the prospect to the policy', async () => {
    const sold = await registered({ partnerId: 'dealer-1', source: 'bank.nz' })
    const policy = await isSoldBy(sold, await opened(sold), 'bank')
    expect(policy).toMatchObject({ partner_id: 'dealer-1', source: 'bank.nz' })
    const sale = { car: 1, priced: 1, bind: 1, policy: 1 }
    expect(await counted('partner="dealer-1",source="bank.nz"')).toEqual({ prospect: 1, ...sale })

    const byLink = await registered({ source: 'dealer-1' })
    await isSoldBy(byLink, await opened(byLink, 'dealer-1'), 'card')
    expect(await rowOf('policy', byLink)).toMatchObject({ partner_id: 'dealer-1', source: 'dealer-1' })
    expect(await counted('partner="none",source="dealer-1"')).toEqual({ prospect: 1 })
    const later = { 'partner-named': 1, policyholders: 1, ...sale }
    expect(await counted('partner="dealer-1",source="dealer-1"')).toEqual(later)
    const { now, config } = world.services
    expect(await findInvariantViolations(world.database.kysely, now(), config.retention)).toEqual([])
  })

  it('[BUS-02] the metrics have the configured partners and one for all others', async () => {
    for (const id of ['dealer-2', 'Dealer-1', 'none', policyholder.firstName.replace('ā', 'a')])
      await registered({ partnerId: id, source: `source of ${id}` })
    expect(await counted('partner="other",source="other"')).toEqual({ prospect: 4 })
    const labels = [
      ...(await scrape()).matchAll(/^openroad_sales_total\{.*partner="([^"]*)",source="([^"]*)"/gm),
    ]
    const partners = ['dealer-1', 'bank.nz', 'other']
    expect(new Set(labels.map(([, partner]) => partner))).toEqual(new Set([...partners, 'none']))
    for (const [, , source] of labels) expect([...readBrands().keys(), ...partners]).toContain(source)
  })
})
