/** Handles step 1 (car) of quote/create: saves the car, its lender and its overnight address. */
import type { BodyOf } from '#contract/endpoints.ts'
import type { FieldError } from '#contract/problems.ts'
import { captchaPassedMarker } from '#contract/tokens-and-cookies.ts'
import { decodeAddress, decodeCar } from '#contract/wire/rating-answers.ts'
import type { Quote, QuoteChanges } from '#db/repositories/quotes.ts'
import type { Repositories } from '#db/repositories.ts'
import { can } from '#journey/access-level.ts'
import type { Address } from '#journey/address.ts'
import { carValueError } from '#journey/plate-and-car-value.ts'
import type { VehicleModel } from '#journey/registered-vehicle.ts'
import { checkCarSaveLimit, rateLimitProblem } from '#server/access/rate-limits.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import {
  type HandlerResult,
  okResult,
  problemResult,
  type QuoteAccess,
  type Rejection,
  type RequestContext,
} from '#server/lib/handler-types.ts'
import { addressErrors, verifiedAddress } from './address-search.ts'
import { expireAndGetClosedProblem } from './quote-checks.ts'
import { hasChangedRiskAddress, restrictOtherSessionsToSummary } from './quote-ownership.ts'

export type CarBody = Extract<BodyOf<'quoteCreate'>, { vehicleDetails: unknown }>

const wrong = (path: string, message: string): FieldError[] => [{ path: `vehicleDetails.${path}`, message }]

function bodyErrors({ vehicleDetails }: CarBody, address: Address): FieldError[] {
  const { isFinanced, financeCompany } = vehicleDetails
  return [
    // Without the lender's name the car would be read back as not financed.
    ...(isFinanced === 'YES' && !financeCompany?.trim()
      ? wrong('financeCompany', 'is needed for a financed car')
      : []),
    ...addressErrors(address, 'addressDetails'),
  ]
}

type Chosen =
  | { readonly model: VehicleModel }
  | Rejection<'PARTNER_UNAVAILABLE' | 'NOT_INSURABLE' | 'MALFORMED'>

/** The model of the registered car that was chosen, if it can be insured for the value that was given. */
async function chosenModel(
  { vehicleDetails: { transmission, vehicleKey, value } }: CarBody,
  plate: string,
  { register, catalogue }: Dependencies,
): Promise<Chosen> {
  const registered = await register.lookUp(plate)
  if (registered.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  const known =
    registered.outcome === 'found' ? await catalogue.models(registered.vehicle, transmission) : null
  if (known?.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  const model = known?.outcome === 'found' && known.models.find(one => one.vehicleKey === vehicleKey)
  if (!model)
    return problemResult('MALFORMED', { errors: wrong('vehicleKey', 'is not a model of the registered car') })
  const valued = await catalogue.valueBand(vehicleKey)
  if (valued.outcome === 'failed') return problemResult('PARTNER_UNAVAILABLE')
  const problem = carValueError(String(value), valued.outcome === 'found' ? valued.band : null)
  if (problem === 'CAR_VALUE_TOO_HIGH') return problemResult('NOT_INSURABLE')
  return problem
    ? problemResult('MALFORMED', { errors: wrong('value', 'is outside the band of this car') })
    : { model }
}

/** False if another change came first. */
async function keepCar(
  { id, version: fromVersion, ownership_changed_at: ownershipChangedAt, status }: Quote,
  changes: QuoteChanges,
  repositories: Repositories,
  now: Date,
): Promise<boolean> {
  // If write access was revoked meanwhile, nothing is written.
  const change = { id, fromVersion, ownershipChangedAt, changes, now }
  return status === 'QUOTED'
    ? repositories.updateQuoteAtVersion({
        ...change,
        to: 'QUOTED',
        // The price of another car must not be bound: it is removed until this car is rated.
        changes: { ...changes, insurer_quote: null, declared_at: null },
      })
    : repositories.updateUnpricedQuote(change)
}

export async function saveCar(
  body: CarBody,
  access: QuoteAccess,
  caller: RequestContext,
  services: Dependencies,
): Promise<HandlerResult<'quoteCreate'>> {
  const { quote } = access
  const refused = await expireAndGetClosedProblem(quote, services.repositories, services.now())
  if (refused) return problemResult(refused)
  if (!can(access, 'editQuote')) return problemResult('NOT_READY')
  const address = verifiedAddress(decodeAddress(body.addressDetails), services)
  const errors = bodyErrors(body, address)
  if (errors.length > 0) return problemResult('MALFORMED', { errors })
  const over = await checkCarSaveLimit(caller, services)
  // A version in the body was checked before (server/plugins).
  if (over && !(over.by === 'visible_check' && body.recaptchaResponse === captchaPassedMarker))
    return rateLimitProblem('quoteCreate', over, services)
  const chosen = await chosenModel(body, quote.plate, services)
  if ('refused' in chosen) return chosen
  // A client with a link who cannot see personal data may not be the applicant that the partner sent.
  const comesAfter = !can(access, 'viewPeople') && quote.ownership_changed_at !== null
  const changes = {
    car: JSON.stringify({ ...decodeCar(body.vehicleDetails), model: chosen.model.description }),
    risk_address: JSON.stringify(address),
    ...(comesAfter && { applicant: null }),
  }
  const now = services.now()
  // A client with a forwarded link must enter the address again, and then has full access to the quote.
  const isTheirs = can(access, 'viewPeople') && !hasChangedRiskAddress(quote, address)
  const kept = await services.withTransaction(async tx => {
    if (!(await keepCar(quote, changes, tx, now))) return false
    if (!isTheirs) await restrictOtherSessionsToSummary(quote.id, caller, tx, services.now())
    if (quote.car === null) await tx.countSalesEvent({ quoteId: quote.id, event: 'car', now })
    return true
  })
  return kept ? okResult({ quoteId: quote.id, status: quote.status }) : problemResult('STALE')
}
