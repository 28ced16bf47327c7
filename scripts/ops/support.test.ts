/** Tests of the support commands: output, masking and audit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bindBody, createRatedQuote, holder, type RatedCustomer, savePolicyholders } from '#test/purchase.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { type OpsContext, OpsError } from './command.ts'
import { supportPolicy, supportQuote } from './support.ts'

let world: TestApp
let context: OpsContext
let sold: RatedCustomer
let priced: RatedCustomer
let policyNumber = ''

beforeAll(async () => {
  world = await openTestApp()
  const client = await world.browser()
  sold = await createRatedQuote(client)
  await savePolicyholders(client, sold)
  policyNumber = (await client.call('quoteBind', { body: bindBody(sold) })).ok().policyNumber
  priced = await createRatedQuote(await world.browser())
  const { keys, config } = world.application.services
  context = {
    database: world.database,
    keys: () => keys,
    jobs: () => Promise.reject(new Error('support needs no jobs')),
    now: () => new Date(),
    retention: config.retention,
    saleLabels: { partners: [], sources: [] },
    insurer: config.insurer.kind,
  }
})
afterAll(() => world.close())

const numberOf = (quote: RatedCustomer) => quote.attributes.policyDetails.quoteNum
const shownOf = async (quote: RatedCustomer) => {
  const { rows } = await world.database.pool.query(
    `select details from audit where quote_id = $1 and what = 'person-shown'`,
    [quote.id],
  )
  return rows.map(({ details }) => details)
}

it('[BUS-07] shows a quote’s status, price, history and the customer’s view', async () => {
  const text = (await supportQuote.run(context, { number: numberOf(priced) })).lines.join('\n')
  expect(text).toContain(`Quote ${numberOf(priced)}  ${priced.id}`)
  expect(text).toContain('status        QUOTED')
  expect(text).toContain('customer sees step 3: the price, and nothing agreed to yet')
  expect(text).toMatch(/price {9}\$[\d.]+ \w+, \$[\d,.]+ a year/)
  expect(text).toMatch(/registered/)
  expect(text).toMatch(/rated-quoted/)
})

it('[BUS-07] shows a policy’s order and mails, and masks every person', async () => {
  await world.mails(1)
  const { lines } = await supportPolicy.run(context, { number: policyNumber.toLowerCase() })
  const text = lines.join('\n')
  expect(text).toContain('customer sees the success page with the documents')
  expect(text).toContain(`policy        ${policyNumber}, issued`)
  expect(text).toContain('order         ISSUED')
  for (const secret of [holder.email, holder.firstName, holder.lastName, holder.mobile, 'JHU968', '1988'])
    expect(text, secret).not.toContain(secret)
  expect(await shownOf(sold)).toEqual([])
})

it('[BUS-07] shows people only for a reason, which the audit stores', async () => {
  const given = {
    number: numberOf(sold),
    'show-person': 'yes',
    reason: 'Caller asks which e-mail address we have',
  }
  const text = (await supportQuote.run(context, given)).lines.join('\n')
  expect(text).toContain(holder.email)
  expect(text).toContain('JHU968')
  expect(await shownOf(sold)).toEqual([{ reason: given.reason, byHand: true }])
})

it.each([
  { 'show-person': 'yes' },
  { 'show-person': 'yes', reason: 'why' },
  { reason: 'Caller asks for an address' },
])('[BUS-07] shows no people with %o', async given => {
  await expect(supportQuote.run(context, { number: numberOf(priced), ...given })).rejects.toThrow(OpsError)
  expect(await shownOf(priced)).toEqual([])
})

it('[BUS-07] an unknown number gets a sentence', async () => {
  await expect(supportQuote.run(context, { number: 'Q-0' })).rejects.toThrow(
    'There is no quote of this number.',
  )
  await expect(supportPolicy.run(context, {})).rejects.toThrow('There is no policy of this number.')
})
