/** Tests that a quote's price table equals the price of an amend for every choice of the quote page. */
import { expect, it } from 'vitest'
import { coverTypes } from '#journey/cover.ts'
import { nzToday } from '#journey/dates.ts'
import { pricedChoices, priceOf } from '#journey/price-table.ts'
import { confirmedCents } from '#web/features/pricing/quote-price.ts'
import { ratingRequestBody } from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { findAddress, ratedCustomer } from './purchase.ts'
import { driverTexts } from './samples/customer.ts'
import { formOf } from './samples/form-answers.ts'
import { appForFile } from './test-app.ts'

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })
const yesNo = (is: boolean) => (is ? 'YES' : 'NO')

it('[QUOTE-02] [QUOTE-03] [EDGE-09] the price table equals the amended price for every choice', async () => {
  const { client, quote, amend } = await ratedCustomer(world)
  const riskAddress = await findAddress(client)
  const { id, car } = quote
  const table = quote.attributes.priceTable
  if (!table) throw new Error('the embedded insurer sends a table')
  const different: object[] = []
  let newest = quote.attributes
  for (const choice of coverTypes.flatMap(pricedChoices)) {
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
