/** Handlers of the look-ups: a plate, the insurer's models of a car, the value band of a model, addresses. */
import { type Handler, okResult, problemResult } from '#server/lib/handler-types.ts'
import { searchAddress } from '#server/quotes/address-search.ts'

/** Says whether the register knows a plate, and nothing else about the car. */
export const vehicleDetails: Handler<'vehicleDetails'> = async ({ params }, { register }) => {
  const answer = await register.lookUp(params.regNumber)
  if (answer.outcome === 'found') return okResult({ regNumber: params.regNumber })
  return problemResult(answer.outcome === 'unknown-plate' ? 'INVALID_PLATE' : 'PARTNER_UNAVAILABLE')
}

export const vehicleLookup: Handler<'vehicleLookup'> = async ({ body }, { register, catalogue }) => {
  const answer = await register.lookUp(body.registrationOrVin)
  if (answer.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  if (answer.outcome === 'unknown-plate') return okResult({ results: [] })
  const known = await catalogue.models(answer.vehicle, body.transmission)
  if (known.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  if (known.outcome === 'not-insurable') return problemResult('NOT_INSURABLE')
  return okResult({
    results: known.models.map(model => ({
      vehicleKey: model.vehicleKey,
      vehicleDescription: model.description,
    })),
  })
}

/** Returns the range that the value of a model must lie in, in whole dollars. */
export const sumInsured: Handler<'sumInsured'> = async ({ body }, { catalogue }) => {
  const answer = await catalogue.valueBand(body.vehicleKey)
  if (answer.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  if (answer.outcome === 'unknown-key') return problemResult('NOT_FOUND')
  const { minimumDollars, maximumDollars } = answer.band
  return okResult({ minSumInsured: minimumDollars, maxSumInsured: maximumDollars })
}

export const addressRisk: Handler<'addressRisk'> = ({ body }, services) =>
  searchAddress(body, 'RISK', services)

export const addressPostal: Handler<'addressPostal'> = ({ body }, services) =>
  searchAddress(body, 'POSTAL', services)

/** Address lines while the customer types: an addition, because the specification uses an external widget. */
export const addressSuggest: Handler<'addressSuggest'> = async ({ query }, { addresses }) => {
  // The text is sent as typed: a blank after a number means that the number is complete.
  const lines = query.q.trim().length < 3 ? [] : await addresses.suggest(query.q)
  return okResult({ lines: lines.map(line => ({ addressId: line.addressId, text: line.text })) })
}
