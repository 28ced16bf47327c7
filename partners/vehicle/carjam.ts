/**
 * The vehicle register adapter for CarJam. While CarJam queries the register it sends an empty response with a Refresh
 * header. The adapter waits as long as the header says, but at least one second more each time, and asks again until the
 * time limit. A car that the register does not deliver costs six requests.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { normalizePlate } from '#journey/plate-and-car-value.ts'
import { callPartner, failureCodeOf, type PartnerResponse } from '#partners/http.ts'
import type { VehicleLookupResult, VehicleRegister } from './port.ts'

export interface CarjamOptions {
  /** 'https://www.carjam.co.nz' */
  readonly url: string
  readonly key: string
  /** The time limit of the whole look-up, retries included. */
  readonly timeoutMs?: number
  /** The shortest pause after the first request, whatever the Refresh header says; tests shorten it. */
  readonly minimumPauseMs?: number
  /** Called before each request; false if the daily quota is used up. A look-up may take several requests. */
  readonly consumeQuota?: () => Promise<boolean>
}

const words = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform(text => text?.trim() ?? '')

/** The response of CarJam's ABCD call (carjam.co.nz, developer pages). CarJam sends numbers as text. */
const carjamVehicle = z.object({
  plate: z.string().min(1),
  year_of_manufacture: z.coerce.number().int().min(1885).max(2100),
  make: z.string().trim().min(1),
  model: z.string().trim().min(1),
  submodel: words,
  body_style: words,
})

/** The body of an error, with any HTTP status. */
const carjamError = z.object({ code: z.literal(-1), scode: words, message: words })

/** CarJam does not document its message for a wrong key, so a message about a key is not an unknown plate. */
const isUnknownPlate = ({ scode, message }: z.output<typeof carjamError>): boolean =>
  scode === 'err-no-matches-found' ||
  (/\bno(?:t| matches) found\b/i.test(message) && !/\bkey\b/i.test(message))

/** A look-up may take this long before the visitor is told that the register does not answer. */
const defaultTimeoutMs = 15_000

const isPending = (response: PartnerResponse): boolean =>
  response.headers.has('refresh') && ['', 'null'].includes(response.text.trim())

const wantedPauseMs = ({ headers }: PartnerResponse): number =>
  Number.parseFloat(headers.get('refresh') ?? '') * 1_000 || 0

export function carjam(options: CarjamOptions): VehicleRegister {
  return {
    async lookUp(plate) {
      const { key, consumeQuota, timeoutMs = defaultTimeoutMs, minimumPauseMs = 1_000 } = options
      const deadline = performance.now() + timeoutMs
      const leftMs = () => Math.max(0, Math.ceil(deadline - performance.now()))
      const url = `${options.url}/a/vehicle:abcd?${new URLSearchParams({ key, plate })}`
      for (let request = 1; ; request += 1) {
        const response = await callPartner({ url, timeoutMs: leftMs(), consumeQuota })
        if (!isPending(response)) return read(response, plate)
        const wantedMs = Math.max(minimumPauseMs * request, wantedPauseMs(response))
        // The last request needs some time too.
        const pauseMs = Math.min(wantedMs, leftMs() - minimumPauseMs)
        if (pauseMs < minimumPauseMs) return { outcome: 'failed', reason: 'still fetching' }
        await pause(pauseMs)
      }
    },
  }
}

function read(response: PartnerResponse, requestedPlate: string): VehicleLookupResult {
  const { status, json } = response
  const failed = { outcome: 'failed', reason: failureCodeOf(response) } as const
  if (status !== 200 && status !== 404) return failed
  const error = carjamError.safeParse(json)
  // A 404 may be a proxy's, so only CarJam's own error body makes a plate unknown.
  if (error.success && isUnknownPlate(error.data)) return { outcome: 'unknown-plate' }
  if (status === 404) return failed
  if (error.success) return { outcome: 'failed', reason: 'refused' }
  const found = carjamVehicle.safeParse(json)
  if (!found.success) return failed
  const { plate, make, model, submodel, year_of_manufacture: year, body_style: body } = found.data
  // CarJam also searches chassis numbers and VINs, so the result may have another plate.
  if (normalizePlate(plate) !== normalizePlate(requestedPlate)) return { outcome: 'unknown-plate' }
  return { outcome: 'found', vehicle: { plate, make, model, submodel, year, body } }
}
