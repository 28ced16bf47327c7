/** The adapter for a partner insurer's car catalogue over HTTP. Its requests describe the car and contain no plate. */

import {
  createInsurerClient,
  failedResult,
  type HttpInsurerOptions,
  insurerRejection,
  recoverPartnerError,
  responseFailureReason,
} from './http-client.ts'
import { bandResponse, modelsResponse } from './http-responses.ts'
import type { InsurerCatalogue } from './port.ts'

export function catalogueOverHttp(options: HttpInsurerOptions): InsurerCatalogue {
  const request = createInsurerClient(options)
  return {
    models: ({ make, model, submodel, year }, transmission) =>
      recoverPartnerError(
        // Only these fields: the register's car also contains its plate.
        request('/vehiclelookup', { make, model, submodel, year, transmission }).then(response => {
          const found = modelsResponse.safeParse(response.body)
          if (response.status === 200 && found.success)
            return {
              outcome: 'found',
              models: found.data.results.map(({ vehicleKey, vehicleDescription }) => ({
                vehicleKey,
                description: vehicleDescription,
              })),
            }
          return insurerRejection(response) === 'NOT_INSURABLE'
            ? { outcome: 'not-insurable' }
            : failedResult(responseFailureReason(response))
        }),
        failedResult,
      ),
    valueBand: vehicleKey =>
      recoverPartnerError(
        request('/vehicle/suminsured', { vehicleKey }).then(response => {
          const found = bandResponse.safeParse(response.body)
          if (response.status === 200 && found.success)
            return {
              outcome: 'found',
              band: { minimumDollars: found.data.minSumInsured, maximumDollars: found.data.maxSumInsured },
            }
          return insurerRejection(response) === 'VEHICLE_UNKNOWN'
            ? { outcome: 'unknown-key' }
            : failedResult(responseFailureReason(response))
        }),
        failedResult,
      ),
  }
}
