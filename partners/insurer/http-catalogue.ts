/** A partner insurer's list of cars behind our port. Its answers have section 7's shapes; it is asked by the car and no plate (decision 0028). */

import { askerOf, failed, type HttpInsurerOptions, noOf, orElse, unclear } from './http-client.ts'
import { bandReply, modelsReply } from './http-responses.ts'
import type { InsurerCatalogue } from './port.ts'

export function catalogueOverHttp(options: HttpInsurerOptions): InsurerCatalogue {
  const ask = askerOf(options)
  return {
    models: ({ make, model, submodel, year }, transmission) =>
      orElse(
        // What it is asked for by, and no more: a register's car brings its plate.
        ask('/vehiclelookup', { make, model, submodel, year, transmission }).then(told => {
          const found = modelsReply.safeParse(told.said)
          if (told.status === 200 && found.success)
            return {
              outcome: 'found',
              models: found.data.results.map(({ vehicleKey, vehicleDescription }) => ({
                vehicleKey,
                description: vehicleDescription,
              })),
            }
          return noOf(told) === 'NOT_INSURABLE' ? { outcome: 'not-insurable' } : failed(unclear(told))
        }),
        failed,
      ),
    valueBand: vehicleKey =>
      orElse(
        ask('/vehicle/suminsured', { vehicleKey }).then(told => {
          const found = bandReply.safeParse(told.said)
          if (told.status === 200 && found.success)
            return {
              outcome: 'found',
              band: { minimumDollars: found.data.minSumInsured, maximumDollars: found.data.maxSumInsured },
            }
          return noOf(told) === 'VEHICLE_UNKNOWN' ? { outcome: 'unknown-key' } : failed(unclear(told))
        }),
        failed,
      ),
  }
}
