/** POST /vero/vehicle/suminsured: the band a model's value must lie in, whole dollars (EDGE-06). */
import { type Handler, refuse, reply } from '#server/context.ts'

export const sumInsured: Handler<'sumInsured'> = async ({ body }, { catalogue }) => {
  const band = await catalogue.valueBand(body.vehicleKey)
  return band
    ? reply({ minSumInsured: band.minimumDollars, maxSumInsured: band.maximumDollars })
    : refuse('NOT_FOUND')
}
