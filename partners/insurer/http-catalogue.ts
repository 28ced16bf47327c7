/**
 * The car catalogue adapter of a partner insurer. Responses have the shapes of section 7; requests
 * describe the car and carry no plate (decision 0028).
 */

import {
  createInsurerClient,
  failed,
  type HttpInsurerOptions,
  recoverPartnerFailure,
  refusalResult,
  unclear,
} from './http-client.ts'
import { bandReply, modelsReply } from './http-responses.ts'
import type { InsurerCatalogue } from './port.ts'

export function catalogueOverHttp(options: HttpInsurerOptions): InsurerCatalogue {
  const ask = createInsurerClient(options)
  return {
    models: ({ make, model, submodel, year }, transmission) =>
      recoverPartnerFailure(
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
          return refusalResult(told) === 'NOT_INSURABLE'
            ? { outcome: 'not-insurable' }
            : failed(unclear(told))
        }),
        failed,
      ),
    valueBand: vehicleKey =>
      recoverPartnerFailure(
        ask('/vehicle/suminsured', { vehicleKey }).then(told => {
          const found = bandReply.safeParse(told.said)
          if (told.status === 200 && found.success)
            return {
              outcome: 'found',
              band: { minimumDollars: found.data.minSumInsured, maximumDollars: found.data.maxSumInsured },
            }
          return refusalResult(told) === 'VEHICLE_UNKNOWN'
            ? { outcome: 'unknown-key' }
            : failed(unclear(told))
        }),
        failed,
      ),
  }
}
