/** POST /vero/vehicle/suminsured: the band a model's value must lie in, whole dollars (EDGE-06). */
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const sumInsured: Handler<'sumInsured'> = async ({ body }, { catalogue }) => {
  const answer = await catalogue.valueBand(body.vehicleKey)
  if (answer.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  if (answer.outcome === 'unknown-key') return refuse('NOT_FOUND')
  const { minimumDollars, maximumDollars } = answer.band
  return reply({ minSumInsured: minimumDollars, maxSumInsured: maximumDollars })
}
