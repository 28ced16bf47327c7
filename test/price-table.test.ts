/**
 * Tests that a quote's price table equals the price of an amend; underwriting/price-table.test.ts tests every
 * combination of choices.
 */
import { expect, it } from 'vitest'
import { type CoverType, coverTypes } from '#journey/cover.ts'
import { nzToday } from '#journey/dates.ts'
import { type PricedChoice, pricedChoices, priceOf } from '#journey/price-table.ts'
import { confirmedCents } from '#web/features/pricing/quote-price.ts'
import { ratingRequestBody } from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { findAddress, ratedCustomer } from './purchase.ts'
import { driverTexts } from './samples/customer.ts'
import { formOf } from './samples/form-answers.ts'
import { appForFile } from './test-app.ts'

const world = await appForFile()
const yesNo = (is: boolean) => (is ? 'YES' : 'NO')

/** The cover's first choice, and those that differ from it in one excess, option or frequency. */
function choicesToSend(cover: CoverType): PricedChoice[] {
  const choices = pricedChoices(cover)
  const first = new Set(Object.entries(choices[0] ?? {}).map(String))
  return choices.filter(choice => Object.entries(choice).filter(part => !first.has(String(part))).length <= 1)
}

it('[QUOTE-02] [QUOTE-03] [EDGE-09] the price table equals the amended price for every excess, option and frequency of each cover', async () => {
  const { client, quote, amend } = await ratedCustomer(world)
  const riskAddress = await findAddress(client)
  const { id, car } = quote
  const table = quote.attributes.priceTable
  if (!table) throw new Error('the embedded insurer sends a table')
  const different: object[] = []
  let newest = quote.attributes
  for (const choice of coverTypes.flatMap(choicesToSend)) {
    const answers = formOf({
      ...driverTexts,
      'car.vehicleKey': car.vehicleKey,
      'car.carValue': String(car.value),
      'cover.cover': choice.cover,
      'cover.frequency': choice.frequency,
      'cover.voluntaryExcess': String(choice.voluntaryExcess),
      'cover.excessFreeWindow': yesNo(choice.excessFreeWindow),
      'cover.hireCar': yesNo(choice.hireCar),
      'cover.roadsideAssistance': yesNo(choice.roadsideAssistance),
    })
    const draftState = { quoteId: id, riskAddress, quote: newest }
    const body = ratingRequestBody(answers, draftState, { today: nzToday(new Date()) })
    if (!body) throw new Error('the quote is not ready to be rated')
    newest = (await amend(body)).ok().data.attributes
    if (confirmedCents(newest) !== priceOf(table, choice)) different.push(choice)
  }
  expect(different).toEqual([])
  expect(newest.priceTable).toEqual(table)
})
