/** POST /vero/vehicle/suminsured: the range that the value of a model must lie in, in whole dollars. */
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const sumInsured: Handler<'sumInsured'> = async ({ body }, { catalogue }) => {
  const answer = await catalogue.valueBand(body.vehicleKey)
  if (answer.outcome === 'failed') return refuse('PARTNER_UNAVAILABLE')
  if (answer.outcome === 'unknown-key') return refuse('NOT_FOUND')
  const { minimumDollars, maximumDollars } = answer.band
  return reply({ minSumInsured: minimumDollars, maxSumInsured: maximumDollars })
}
