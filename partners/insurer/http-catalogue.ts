/** The car catalogue adapter of a partner insurer over HTTP; requests describe the car and contain no plate. */

import {
  createInsurerClient,
  failed,
  type HttpInsurerOptions,
  recoverPartnerFailure,
  refusalOf,
  responseReason,
} from './http-client.ts'
import { bandReply, modelsReply } from './http-responses.ts'
import type { InsurerCatalogue } from './port.ts'

export function catalogueOverHttp(options: HttpInsurerOptions): InsurerCatalogue {
  const request = createInsurerClient(options)
  return {
    models: ({ make, model, submodel, year }, transmission) =>
      recoverPartnerFailure(
        // Only these fields: the register's car also contains its plate.
        request('/vehiclelookup', { make, model, submodel, year, transmission }).then(response => {
          const found = modelsReply.safeParse(response.body)
          if (response.status === 200 && found.success)
            return {
              outcome: 'found',
              models: found.data.results.map(({ vehicleKey, vehicleDescription }) => ({
                vehicleKey,
                description: vehicleDescription,
              })),
            }
          return refusalOf(response) === 'NOT_INSURABLE'
            ? { outcome: 'not-insurable' }
            : failed(responseReason(response))
        }),
        failed,
      ),
    valueBand: vehicleKey =>
      recoverPartnerFailure(
        request('/vehicle/suminsured', { vehicleKey }).then(response => {
          const found = bandReply.safeParse(response.body)
          if (response.status === 200 && found.success)
            return {
              outcome: 'found',
              band: { minimumDollars: found.data.minSumInsured, maximumDollars: found.data.maxSumInsured },
            }
          return refusalOf(response) === 'VEHICLE_UNKNOWN'
            ? { outcome: 'unknown-key' }
            : failed(responseReason(response))
        }),
        failed,
      ),
  }
}
