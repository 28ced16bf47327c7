/** POST /vero/vehiclelookup: the insurer's models for a registered car and a transmission. */
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const vehicleLookup: Handler<'vehicleLookup'> = async ({ body }, { register, catalogue }) => {
  const answer = await register.lookUp(body.registrationOrVin)
  if (answer.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  if (answer.outcome === 'unknown-plate') return reply({ results: [] })
  const known = await catalogue.models(answer.vehicle, body.transmission)
  if (known.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  if (known.outcome === 'not-insurable') return refuse('NOT_INSURABLE')
  return reply({
    results: known.models.map(model => ({
      vehicleKey: model.vehicleKey,
      vehicleDescription: model.description,
    })),
  })
}
