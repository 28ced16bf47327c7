/** The insurer of the state book: the embedded one's own rules over the answers at hand, so that every price in it is one the product would name. */

import { insuresCarValue, quoteValidDays } from '#journey/cover.ts'
import { addDays } from '#journey/dates.ts'
import { coverChoiceOf } from '#journey/questions/cover-choice.ts'
import { driverNumbers } from '#journey/questions/driver-fields.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import { driverOf } from '#server/quotes/request-mapper.ts'
import { quoteAnswer } from '#server/quotes/response-mapper.ts'
import { imposedExcess } from '#underwriting/imposed-excess.ts'
import { chosenRisk, type OpenRisk, priceTable } from '#underwriting/price-table.ts'
import { rate } from '#underwriting/rate.ts'
import { tariffFor } from '#underwriting/tariff.ts'
import { vehicleByKey } from '#underwriting/vehicles.ts'
import type { Facts, QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { ratedRequest } from '#web/features/quote-requests/rated-quote-request.ts'
import { bookDay } from './fixed-day.ts'

/** Throws where answers or facts are not yet enough for a price. */
export function quoteOf(answers: Answers, facts: Facts): QuoteAttributes {
  const body = ratedRequest(answers, { quoteId: 'state-book', ...facts }, { today: bookDay })
  const vehicle = vehicleByKey(answers.vehicleKey ?? '')
  const { riskAddress } = facts
  if (!body || !vehicle || !riskAddress) throw new Error('A quote needs a car, an address and a driver.')
  const carValueDollars = Number(answers.quoteCarValue || answers.carValue)
  const choice = coverChoiceOf(answers, bookDay)
  const open: OpenRisk = {
    vehicle,
    valueDollars: carValueDollars,
    postcode: riskAddress.postcode,
    locality: riskAddress.suburb,
    city: riskAddress.city,
    drivers: body.drivers.slice(0, driverNumbers(answers).length).map(driverOf),
    businessApplicant: false,
    inceptionDay: choice.startDate,
    ratedOn: bookDay,
  }
  const tariff = tariffFor(bookDay)
  const rating = rate(chosenRisk(open, choice, tariff), tariff)
  return quoteAnswer({
    quoteNumber: 'Q40815162',
    annualCents: rating.annualCents,
    instalmentCents: rating.instalmentCents[choice.frequency],
    imposedExcessDollars: imposedExcess(open, tariff).excessDollars,
    choice,
    carValueDollars: insuresCarValue(choice.cover) ? carValueDollars : 0,
    steps: rating.steps,
    priceTable: priceTable(open, tariff),
    validUntil: addDays(bookDay, quoteValidDays),
    history: { lastModifiedDatetime: `${bookDay}T00:00:00Z`, lastModifiedUserId: 'book' },
  }).data.attributes
}
