/** Tests that the price table in a response equals the insurer's prices for every choice. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coverTypes } from '#journey/cover.ts'
import { nzToday } from '#journey/dates.ts'
import { incidentTypes } from '#journey/incidents.ts'
import { type PricedChoice, pricedChoices, priceOf } from '#journey/price-table.ts'
import { areIncidentsDeclined } from '#journey/questions/driver.ts'
import type { DraftState, QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { confirmedCents } from '#web/features/pricing/quote-price.ts'
import { ratingRequest } from '#web/features/quote-requests/car-and-rating-requests.ts'
import { findAddress, register, saveCar } from './purchase.ts'
import { carIndicatorTexts, driverIndicatorTexts } from './samples/customer.ts'
import { type FormTexts, formOf } from './samples/form-answers.ts'
import { appForFile, type Client } from './test-app.ts'

const world = await appForFile({ environment: { LIMIT_FACTOR: '100' } })

const today = nzToday(new Date())
const yesNo = (is: boolean) => (is ? 'YES' : 'NO')

const choiceAnswers = (choice: PricedChoice): FormTexts => ({
  'cover.cover': choice.cover,
  'cover.frequency': choice.frequency,
  'cover.voluntaryExcess': String(choice.voluntaryExcess),
  'cover.excessFreeWindow': yesNo(choice.excessFreeWindow),
  'cover.hireCar': yesNo(choice.hireCar),
  'cover.roadsideAssistance': yesNo(choice.roadsideAssistance),
})

/** Up to five drivers of any age, each with at most one incident. */
const drivers: fc.Arbitrary<FormTexts> = fc
  .array(
    fc.record({
      year: fc.integer({ min: 1935, max: 2006 }),
      incident: fc.option(fc.constantFrom(...incidentTypes)),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map(list =>
    Object.fromEntries([
      ...list.flatMap(({ year, incident }, index) => {
        const field = (name: string) => `driver.drivers.${index}.${name}`
        const shown: [string, string][] = [
          [field('firstName'), 'Māia'],
          [field('lastName'), 'O’Brien'],
          [field('dateOfBirth'), `12/04/${year}`],
          [field('incidentCount'), incident ? '1' : '0'],
        ]
        if (!incident) return shown
        return [
          ...shown,
          [field('incidents.0.claimCode'), incident],
          [field('incidents.0.month'), '3'],
          [field('incidents.0.year'), String(Number(today.slice(0, 4)) - 1)],
        ] as [string, string][]
      }),
    ]),
  )
  .filter(answers => !areIncidentsDeclined(formOf(answers).driver))

async function openCar(
  client: Client,
  plate: string,
): Promise<{ draftState: DraftState; answers: FormTexts }> {
  const { id } = await register(client, plate)
  const car = await saveCar(client, id, plate)
  return {
    draftState: { quoteId: id, riskAddress: await findAddress(client) },
    answers: {
      'car.plate': plate,
      'car.vehicleKey': car.vehicleKey,
      'car.carValue': String(car.value),
      ...carIndicatorTexts,
      ...driverIndicatorTexts,
    },
  }
}

async function priced(
  client: Client,
  call: 'quoteCreate' | 'quoteAmend',
  answers: FormTexts,
  draftState: DraftState,
): Promise<QuoteAttributes> {
  const body = ratingRequest(formOf(answers), draftState, { today })
  if (!body) throw new Error('the quote is not ready to be rated')
  const answer = (await client.call(call, { body })).ok()
  if (!('data' in answer)) throw new Error(`${call} answered without a price`)
  return answer.data.attributes
}

it('[QUOTE-02] [QUOTE-03] [EDGE-09] the price table equals the amended price for every choice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('JHU968', 'QBN226', 'KIWI99', 'MQW118'), drivers, async (plate, who) => {
      const client = await world.browser()
      const { draftState, answers } = await openCar(client, plate)
      const all = coverTypes.flatMap(pricedChoices)
      let quote = await priced(client, 'quoteCreate', { ...answers, ...who }, draftState)
      const table = quote.priceTable
      if (!table) throw new Error('the embedded insurer sends a table')
      const different: object[] = []
      for (const choice of all) {
        const chosen = { ...answers, ...who, ...choiceAnswers(choice) }
        quote = await priced(client, 'quoteAmend', chosen, { ...draftState, quote })
        if (confirmedCents(quote) !== priceOf(table, choice)) different.push(choice)
      }
      expect(different).toEqual([])
      expect(quote.priceTable).toEqual(table)
    }),
    { numRuns: 2, endOnFailure: true },
  )
})
