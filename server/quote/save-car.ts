/** Step 1 of quote/create: the car, who has lent money on it and where it is kept (CAR-12). */
import type { BodyOf } from '#contract/calls.ts'
import type { Books } from '#db/books.ts'
import { carValueProblem } from '#journey/car-value.ts'
import { levelFor, mayWrite, seesPeople } from '#server/authority.ts'
import { type Answer, refuse, reply, type Services, type Visitor } from '#server/context.ts'
import { addressErrors, keptAddress } from './address-search.ts'
import { bringsOtherAddress, handOver } from './other-people.ts'
import { openQuote } from './quote-at-hand.ts'
import { addressOf } from './read-body.ts'

export type CarBody = Extract<BodyOf<'quoteCreate'>, { vehicleDetails: unknown }>

export async function saveCar(
  body: CarBody,
  visitor: Visitor,
  services: Services,
): Promise<Answer<'quoteCreate'>> {
  const open = await openQuote(body.id, visitor, services)
  if ('refused' in open) return refuse(open.refused)
  const { quote } = open
  const level = await levelFor(visitor, quote.id, services)
  if (!mayWrite(level, quote)) return refuse('NOT_READY')
  const { vehicleDetails } = body
  // Without a name nobody would know whose interest to note, and the car would come back as not financed.
  if (vehicleDetails.isFinanced === 'YES' && !vehicleDetails.financeCompany?.trim())
    return refuse('MALFORMED', {
      errors: [{ path: 'vehicleDetails.financeCompany', message: 'is needed for a financed car' }],
    })
  const address = keptAddress(addressOf(body.addressDetails), services)
  const errors = addressErrors(address, 'addressDetails')
  if (errors.length > 0) return refuse('MALFORMED', { errors })
  const registered = await services.register.lookUp(quote.plate)
  if (registered.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  const known =
    registered.outcome === 'found'
      ? await services.catalogue.models(registered.vehicle, vehicleDetails.transmission)
      : null
  if (known?.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  const model =
    known?.outcome === 'found' ? known.models.find(one => one.vehicleKey === vehicleDetails.vehicleKey) : null
  if (!model)
    return refuse('MALFORMED', {
      errors: [{ path: 'vehicleDetails.vehicleKey', message: 'is no model of the registered car' }],
    })
  const valued = await services.catalogue.valueBand(model.vehicleKey)
  if (valued.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  const problem = carValueProblem(
    String(vehicleDetails.value),
    valued.outcome === 'found' ? valued.band : null,
  )
  if (problem === 'CAR_VALUE_TOO_HIGH') return refuse('NOT_INSURABLE')
  if (problem)
    return refuse('MALFORMED', {
      errors: [{ path: 'vehicleDetails.value', message: 'is outside the band of this car' }],
    })

  const change = {
    id: quote.id,
    fromVersion: quote.version,
    // A right to write that was taken meanwhile writes nothing.
    othersSince: quote.others_since,
    changes: {
      car: JSON.stringify({
        transmission: vehicleDetails.transmission,
        vehicleKey: model.vehicleKey,
        model: model.description,
        valueDollars: vehicleDetails.value,
        financeCompany: vehicleDetails.isFinanced === 'YES' ? (vehicleDetails.financeCompany ?? '') : '',
      }),
      risk_address: JSON.stringify(address),
    },
    now: services.now(),
  }
  const keep = (books: Books) =>
    quote.status === 'QUOTED'
      ? books.moveQuote({
          ...change,
          to: 'QUOTED',
          // A price for another car must not be bound: it is taken away until this one is rated.
          changes: { ...change.changes, insurer_quote: null, declared_at: null },
        })
      : books.replaceAnswers(change)
  // Whoever came by a link that was passed on types where the car is anew, the same or not, and has it from then on.
  const isTheirs = seesPeople(level) && !bringsOtherAddress(quote, address)
  const kept = isTheirs
    ? await keep(services.books)
    : await services.transact(async books => {
        if (!(await keep(books))) return false
        await handOver(quote.id, visitor, { ...services, books })
        return true
      })
  return kept ? reply({ quoteId: quote.id, status: quote.status }) : refuse('STALE')
}
