/** Tests of a quote whose version at the insurer differs, or that the insurer has sold or lost. */
import { expect, it, vi } from 'vitest'
import { quoteValidDays } from '#journey/cover.ts'
import { addDays, formatLongDate, type NzDay, nzToday } from '#journey/dates.ts'
import type { Insurer, InsurerQuoteResult } from '#partners/insurer/port.ts'
import { PartnerBusyError } from '#server/partners/bulkhead.ts'
import {
  bindBody,
  carBody,
  customerReadyToPay,
  findAddress,
  type RatedCustomer,
  ratedBody,
  ratedCustomer,
  readAgain,
} from '#test/purchase.ts'
import { appForFile, appForTest, type Client } from '#test/test-app.ts'
import { refreshFromInsurer } from './refresh-from-insurer.ts'

const world = await appForFile()

const outdated = { lastModifiedDatetime: '2020-01-01T00:00:00.000Z', lastModifiedUserId: 'x' }

/** An amend with an old version, which the insurer answers with its stored price. */
const staleAmend = (client: Client, { body }: RatedCustomer) =>
  client.call('quoteAmend', {
    body: { ...body, attributes: { ...body.attributes, policyHistory: outdated } },
  })

it('[EDGE-18] [EDGE-09] [EDGE-11] an outdated amend does not restore the price of another address', async () => {
  const { client, quote, openPage, amend } = await customerReadyToPay(world, { frequency: 'ANNUAL' })
  const notReady = { status: 409, json: { code: 'NOT_READY' } }
  const elsewhere = await findAddress(client, '153 Great South Road')
  const car = { ...quote.car, address: elsewhere }
  ;(await client.call('quoteCreate', { body: carBody({ id: quote.id, car }) })).ok()
  const body = ratedBody(quote.id, car, { frequency: 'ANNUAL' })
  expect((await staleAmend(client, { ...quote, body })).json).toMatchObject({ code: 'STALE' })
  expect(await openPage()).toMatchObject(notReady)
  const mailed = await client.call('emailQuote', { body: { id: quote.id, email: 'moved@example.nz' } })
  expect(mailed).toMatchObject(notReady)
  ;(await amend(body)).ok()
  ;(await openPage()).ok()
})

it('[EDGE-09] an amend that only the insurer stored is read from the insurer', async () => {
  const { client, quote, amend } = await ratedCustomer(world)
  const { insurer } = world.services
  const real = insurer.amend
  // Our row moves on without the insurer: as when another tab has saved who the policy is for.
  vi.spyOn(insurer, 'amend').mockImplementationOnce(async (...asked) => {
    const made = await real(...asked)
    await world.query('update quote set version = version + 1 where id = $1', [quote.id])
    return made
  })
  expect((await amend()).json).toMatchObject({ code: 'STALE' })
  const { policyHistory } = (await readAgain(client, quote)).attributes
  expect(policyHistory).not.toEqual(quote.attributes.policyHistory)
  ;(await amend({ ...quote.body, attributes: { ...quote.body.attributes, policyHistory } })).ok()
})

it('[PAY-05] [EDGE-13] if the insurer cannot state its quote, ours stays unchanged', async () => {
  const { services } = world
  const { quote } = await ratedCustomer(world)
  const retrieve = async () => {
    throw new PartnerBusyError('as many as may be')
  }
  const before = await services.repositories.findQuote(quote.id)
  await refreshFromInsurer(quote.id, { ...services, insurer: { ...services.insurer, retrieve } })
  expect(await services.repositories.findQuote(quote.id)).toEqual(before)
})

const lose = (number: string) => world.query('delete from insurer.quote where quote_number = $1', [number])
const numberOf = ({ attributes }: RatedCustomer) => attributes.policyDetails.quoteNum

it('[EDGE-09] [QUOTE-02] [QUOTE-12] a quote that the insurer lost is rated again and can be bought', async () => {
  const { client, quote, amend, bind } = await ratedCustomer(world)
  await lose(numberOf(quote))
  const { data } = (await amend()).ok()
  const { premium } = data.attributes.policyComponent
  expect(premium).toEqual(quote.attributes.policyComponent.premium)
  expect(data.attributes.policyDetails.quoteNum).not.toBe(numberOf(quote))
  const again = { ...quote, attributes: data.attributes }
  // From now on the quote has the new number, on the page and for every call.
  ;(await amend(withNumber(again))).ok()
  ;(await bind(bindBody(await readAgain(client, again)))).ok()
})

const withNumber = (quote: RatedCustomer) => ({
  ...quote.body,
  attributes: { ...quote.body.attributes, quoteNumber: numberOf(quote) },
})

it('[PAY-05] [PAY-11] [EDGE-18] a quote lost at the purchase is refused once, and is for sale again after a new rating', async () => {
  const { client, quote, bind, amend, openPage } = await customerReadyToPay(world)
  await lose(numberOf(quote))
  expect(await bind()).toMatchObject({ status: 422, json: { code: 'REJECTED' } })
  expect(await openPage()).toMatchObject({ status: 409, json: { code: 'NOT_READY' } })
  // A repeated retrieval still shows the quote: no answers are lost.
  const seen = await readAgain(client, quote)
  expect(numberOf(seen)).toBe(numberOf(quote))
  ;(await amend(withNumber(seen))).ok()
  ;(await bind(bindBody(await readAgain(client, quote)))).ok()
})

/** An insurer that names as the last day of its quotes whatever `lastDay` says; null names none. */
function sayingDays(insurer: Insurer, lastDay: () => NzDay | null): Insurer {
  const told = (answer: InsurerQuoteResult): InsurerQuoteResult =>
    'quote' in answer ? { ...answer, quote: { ...answer.quote, validUntil: lastDay() } } : answer
  return {
    ...insurer,
    quote: async risk => told(await insurer.quote(risk)),
    amend: async (...asked) => told(await insurer.amend(...asked)),
    retrieve: async quoteNumber => told(await insurer.retrieve(quoteNumber)),
  }
}

it('[PAY-13] [EDGE-09] without a last day from the insurer, a quote is valid for thirty days from its first price, everywhere the same', async () => {
  let lastDay: NzDay | null = null
  const silent = await appForTest({
    replace: { around: wired => ({ ...wired, insurer: sayingDays(wired.insurer, () => lastDay) }) },
  })
  const { repositories, insurer } = silent.services
  const { client, quote, amend } = await ratedCustomer(silent)
  const days = async () => [
    (await readAgain(client, quote)).attributes.validUntil,
    (await repositories.findQuote(quote.id))?.valid_until,
  ]
  const in30Days = addDays(nzToday(new Date()), quoteValidDays)
  expect(await days()).toEqual([in30Days, in30Days])

  const first = addDays(in30Days, -20)
  await silent.query('update quote set valid_until = $2 where id = $1', [quote.id, first])
  expect((await amend()).ok().data.attributes.validUntil).toBe(first)
  expect(await days()).toEqual([first, first])
  ;(await client.call('emailQuote', { body: { id: quote.id, email: 'days@example.nz' } })).ok()
  const [mail] = await silent.mails(1)
  expect(mail?.text).toContain(formatLongDate(first))

  // A price that only the insurer stored has the same day, or the one the insurer names.
  const { amend: heard } = insurer
  const unheard = vi.spyOn(insurer, 'amend')
  for (const named of [null, addDays(first, 5)]) {
    lastDay = named
    unheard.mockImplementationOnce(async (...asked) => {
      const made = await heard(...asked)
      await silent.query('update quote set version = version + 1 where id = $1', [quote.id])
      return made
    })
    expect((await amend()).json).toMatchObject({ code: 'STALE' })
    expect(await days()).toEqual([named ?? first, named ?? first])
  }

  lastDay = null
  await silent.query('delete from insurer.quote')
  ;(await amend()).ok()
  expect(await days()).toEqual([in30Days, in30Days])
})
