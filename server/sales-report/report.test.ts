/** Tests that the events of real purchases reach the sales report, its page and the metrics alike. */
import { describe, expect, it } from 'vitest'
import { findSalesCounts } from '#db/repositories/sales-counts.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { makeSalesReport, type SalesReport } from '#journey/sales-report.ts'
import { runRetention } from '#server/jobs/retention.ts'
import { refundPayment } from '#server/purchase/refund-payment.ts'
import { syncPayment } from '#server/purchase/sync-payment.ts'
import { openPayment, paid } from '#test/card-payment.ts'
import { createClient } from '#test/client.ts'
import {
  bindBody,
  linkIn,
  logIn,
  ratedBody,
  ratedCustomer,
  register,
  retrieveBody,
  saveCar,
  withDriver,
} from '#test/purchase.ts'
import { appForFile, eventually } from '#test/test-app.ts'

let laterMs = 0
const world = await appForFile({
  environment: { REPORT_PORT: '0', METRICS_PORT: '0', PARTNER_IDS: 'dealer-1' },
  replace: { now: () => new Date(Date.now() + laterMs) },
})

async function reportOf(): Promise<SalesReport> {
  const today = nzToday(new Date())
  // The test may run over midnight.
  const filter = { from: addDays(today, -1), to: addDays(today, 1), brand: null, partner: null }
  return makeSalesReport(await findSalesCounts(world.database.kysely, filter), filter)
}

/** By how much the totals grow while a customer acts. */
async function growth(act: () => Promise<unknown>): Promise<Partial<SalesReport['total']>> {
  const before = (await reportOf()).total
  await act()
  const after = (await reportOf()).total
  const grown = Object.entries(after).map(([name, value]) => [
    name,
    value - before[name as keyof typeof before],
  ])
  return Object.fromEntries(grown.filter(([, value]) => value !== 0))
}

describe('events', () => {
  it('[BUS-01] a purchase by bank counts each step once, however often the price is changed', async () => {
    const grown = await growth(async () => {
      const { quote, bind, amend, savePolicyholders } = await ratedCustomer(world)
      const { policyHistory } = quote.attributes
      ;(await amend({ ...quote.body, attributes: { ...quote.body.attributes, policyHistory } })).ok()
      await savePolicyholders()
      await savePolicyholders()
      const { attributes } = (await amend()).ok().data
      for (let click = 0; click < 3; click += 1) (await bind(bindBody({ ...quote, attributes }))).ok()
    })
    const { premiumCents = 0, gstCents, ...steps } = grown
    expect(steps).toEqual({ prospects: 1, cars: 1, priced: 1, policyholders: 1, boundByBank: 1, policies: 1 })
    expect(gstCents).toBe(Math.round((premiumCents * 3) / 23))
    const rows = await world.query(
      `select record->'premium'->>'yearTotalCents' as cents from policy order by issued_at desc limit 1`,
    )
    expect(premiumCents).toBe(Number(rows[0]?.cents))
  })

  it('[BUS-01] a bind by card and a refund count with their amount', async () => {
    const bought = await growth(async () => {
      const { payment, quote } = await openPayment(world)
      await syncPayment(payment.id, paid(world.application, payment, 'T-1'))
      await eventually(() => world.repositories.findPolicy(quote.id))
    })
    expect(bought).toMatchObject({ boundByCard: 1, policies: 1, priced: 1 })
    const returned = await growth(async () => {
      const { payment } = await openPayment(world)
      await world.query(
        `update payment set state = 'REFUND_DUE', transaction_id = 'T-2', next_poll_at = null where id = $1`,
        [payment.id],
      )
      const { services } = world
      const refund = async () => ({ outcome: 'refunded' as const, refundId: 'R' })
      for (const _ of [1, 2])
        await refundPayment(payment.id, { ...services, cards: { ...services.cards, refund } })
      expect((await reportOf()).total.refundedCents).toBe(payment.amount_cents)
    })
    expect(returned).toMatchObject({ refunds: 1 })
  })

  it('[BUS-01] a decline counts once with its reason, and so does a referral', async () => {
    const client = await world.browser()
    const { id } = await register(client)
    const body = ratedBody(id, await saveCar(client, id))
    const year = Number(nzToday(new Date()).slice(0, 4)) - 17
    const spoilt = withDriver(body, { dateOfBirth: `${year}-01-01` })
    const declined = await growth(async () => {
      for (let tries = 0; tries < 2; tries += 1)
        expect((await client.call('quoteCreate', { body: spoilt })).status).toBe(422)
    })
    expect(declined).toEqual({ declined: 1 })
    expect((await reportOf()).declined).toContainEqual({ name: 'DRIVER_TOO_YOUNG', count: 1 })
    expect(await growth(() => client.call('quoteCreate', { body }))).toEqual({ priced: 1 })
  })

  it('[BUS-01] a decline on a page counts for a known quote and is not stored with it', async () => {
    const client = await world.browser()
    const { id } = await register(client)
    const send = async (changes: object) => {
      const body = JSON.stringify({ quoteId: id, reason: 'MODIFIED', ...changes })
      const headers = { 'content-type': 'application/json' }
      return (await client.request('/edge/page-decline', { method: 'POST', headers, body })).status
    }
    const shown = await growth(async () => {
      for (const right of [{}, { quoteId: '11111111-1111-4111-8111-111111111111' }])
        expect(await send(right)).toBe(204)
      for (const wrong of [{ reason: 'Māia Smith' }, { quoteId: 'x' }, { plate: 'JHU968' }])
        expect(await send(wrong)).toBe(400)
    })
    expect(shown).toEqual({ declined: 1 })
    expect((await reportOf()).declined).toContainEqual({ name: 'MODIFIED', count: 1 })
    const rows = await world.query('select what from audit where quote_id = $1', [id])
    expect(rows).toEqual([{ what: 'registered' }])
  })

  it('[BUS-01] a quote that is e-mailed and opened from the mail, or retrieved by its number, is counted', async () => {
    const { client, quote } = await ratedCustomer(world)
    const mailed = await growth(async () => {
      const body = { id: quote.id, email: 'maia@example.nz' }
      ;(await client.call('emailQuote', { body })).ok()
      await eventually(async () => (await reportOf()).total.emailed === 1)
    })
    expect(mailed).toEqual({ emailed: 1 })
    const { quoteNum } = quote.attributes.policyDetails
    const mail = (await world.mails(1)).find(({ text }) => text.includes(quoteNum))
    const opened = await growth(async () => {
      const other = await logIn(await world.browser(), linkIn(mail?.text ?? ''))
      ;(await (await world.browser()).call('quoteRetrieve', { body: retrieveBody(quote) })).ok()
      await other.call('quoteRetrieve', { body: retrieveBody(quote, '1988-04-13') })
    })
    expect(opened).toEqual({ retrieved: 2 })
  })
})

it('[BUS-01] [BUS-02] the metrics count what the report counts', async () => {
  const text = await (await fetch(`http://localhost:${world.application.metrics?.port}/metrics`)).text()
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  const counter = (metric: string) => (name: string) =>
    sum(new RegExp(`^openroad_${metric}_total\\{.*event="${name}".*\\} (\\d+)$`, 'gm'))
  const [event, cents] = [counter('sales'), counter('sales_cents')]
  const { total } = await reportOf()
  expect(total.policies).toBeGreaterThan(1)
  expect(total).toMatchObject({
    prospects: event('prospect'),
    priced: event('priced'),
    declined: event('declined'),
    policies: event('policy'),
    premiumCents: cents('policy'),
    refundedCents: cents('refund'),
  })
  expect(event('bind')).toBe(total.boundByBank + total.boundByCard)
})

describe('page', () => {
  const page = (query = '') => fetch(`http://localhost:${world.application.report?.port}/${query}`)

  it('[BUS-01] shows each plot with a table, runs no script, loads nothing and is never cached', async () => {
    const response = await page()
    const text = await response.text()
    for (const caption of [
      'Steps from the plate to the policy',
      'Policies per day',
      'Premium per day',
      'Brands side by side',
      'Declines by reason',
      'Policies by the time from the first page',
    ])
      expect(text).toContain(`<caption>${caption}</caption>`)
    expect(text).toContain('Driver too young')
    expect(text).not.toMatch(/<script|style="|onload/)
    const { headers } = response
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('[BUS-02] a brand and a partner can be chosen', async () => {
    const text = await (await page('?brand=turners&partner=dealer-1')).text()
    expect(text).toContain('<option value="turners" selected>')
    expect(text).toContain('<option value="dealer-1" selected>')
    expect(text).toContain('<dt>Policies</dt><dd>0</dd>')
  })

  it.each(['?from=2026-02-30', '?brand=acme', '?partner=%3Cb%3E', '?from=2020-01-01'])(
    '[BUS-01] %s is refused with a sentence that escapes it',
    async query => {
      const response = await page(query)
      expect(response.status).toBe(400)
      const text = await response.text()
      expect(text).toContain('role="alert"')
      expect(text).not.toContain('<b>')
    },
  )

  it('[BUS-01] has one read-only address, only at the configured host', async () => {
    expect((await page('elsewhere')).status).toBe(404)
    const { port = 0 } = world.application.report ?? {}
    const origin = `http://localhost:${port}`
    expect((await fetch(origin, { method: 'POST' })).status).toBe(404)
    expect((await createClient(origin, { host: 'evil.example' }).request('/')).status).toBe(421)
  })
})

it('[BUS-01] the counts stay when the quotes are deleted, and hold no personal data', async () => {
  const before = await reportOf()
  laterMs = 500 * 86_400_000
  // Anonymises first, and deletes what was anonymised a year ago.
  await runRetention(world.services)
  laterMs = 1_000 * 86_400_000
  await runRetention(world.services)
  // Quotes that money came for stay as long as policies.
  const rows = await world.query(
    'select 1 from quote where id not in (select quote_id from payment union select quote_id from policy)',
  )
  expect(rows).toEqual([])
  laterMs = 0
  expect(await reportOf()).toEqual(before)
  const counts = await world.query('select * from daily_sales_count')
  expect(counts.length).toBeGreaterThan(10)
  const dump = JSON.stringify(counts)
  for (const mark of ['JHU968', 'Māia', 'O’Brien', '1988-04-12', 'maia@example.nz'])
    expect(dump).not.toContain(mark)
})
