/** The state book's insurer: the embedded insurer's rules over the current answers, so that every price is realistic. */
import { insuresCar, quoteValidDays } from '#journey/cover.ts'
import { addDays } from '#journey/dates.ts'
import { driversOf } from '#journey/questions/driver.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { coverChoiceOf } from '#journey/questions/quote.ts'
import { toQuoteResponse } from '#server/quotes/response-mapper.ts'
import { indicators } from '#test/samples/customer.ts'
import {
  imposedExcess,
  priceTable,
  type RiskWithoutChoice,
  riskWithChoice,
} from '#underwriting/price-table.ts'
import { rate } from '#underwriting/rate.ts'
import { tariffFor } from '#underwriting/tariff.ts'
import { vehicleByKey } from '#underwriting/vehicles.ts'
import type { DraftState, QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { ratingRequestBody } from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { fixedDay } from './clock-settings.ts'

/** Throws if the answers or the draft's state lack something for a price. */
export function quoteOf(answers: FormAnswers, draftState: DraftState): QuoteAttributes {
  const body = ratingRequestBody(answers, { quoteId: 'state-book', ...draftState }, { today: fixedDay })
  const vehicle = vehicleByKey(answers.car.vehicleKey)
  const { riskAddress } = draftState
  if (!body || !vehicle || !riskAddress) throw new Error('A quote needs a car, an address and a driver.')
  const carValueDollars = Number(answers.cover.quoteCarValue || answers.car.carValue)
  const choice = coverChoiceOf(answers, fixedDay)
  const open: RiskWithoutChoice = {
    vehicle,
    valueDollars: carValueDollars,
    postcode: riskAddress.postcode,
    locality: riskAddress.suburb,
    city: riskAddress.city,
    drivers: driversOf(answers.driver),
    ...indicators,
    businessApplicant: false,
    inceptionDay: choice.startDate,
    ratedOn: fixedDay,
  }
  const tariff = tariffFor(fixedDay)
  const rating = rate(riskWithChoice(open, choice, tariff), tariff)
  return toQuoteResponse({
    quoteNumber: 'Q40815162',
    annualCents: rating.annualCents,
    instalmentCents: rating.instalmentCents[choice.frequency],
    imposedExcessDollars: imposedExcess(open, tariff),
    choice,
    carValueDollars: insuresCar(choice.cover) ? carValueDollars : 0,
    steps: rating.steps,
    priceTable: priceTable(open, tariff),
    validUntil: addDays(fixedDay, quoteValidDays),
    history: { lastModifiedDatetime: `${fixedDay}T00:00:00Z`, lastModifiedUserId: 'book' },
  }).data.attributes
}
