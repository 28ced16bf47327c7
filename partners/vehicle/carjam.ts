/**
 * The CarJam adapter, using its cheapest look-up. CarJam may return an empty response with a Refresh
 * header while it queries the register. The adapter then retries a few times, within the time limit.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { normalizePlate } from '#journey/plate.ts'
import { callPartner, PartnerFailure, type PartnerResponse, parseJson, reasonIn } from '#partners/http.ts'
import { carjamError, carjamVehicle, saysNotFound } from './carjam-wire.ts'
import type { RegisterResult, VehicleRegister } from './port.ts'

export interface CarjamOptions {
  /** 'https://www.carjam.co.nz' */
  readonly origin: string
  readonly key: string
  /** The time limit of the whole look-up, retries included. */
  readonly timeoutMs?: number
  /** The most we wait between two askings, whatever the Refresh header wishes. */
  readonly maximumPauseMs?: number
  /**
   * Called before each request; false if the daily quota is used up. One look-up may take several
   * requests.
   */
  readonly mayAsk?: () => Promise<boolean>
}

const partner = 'vehicle register'
const maximumRepeats = 3

const isFetching = (answer: PartnerResponse): boolean =>
  answer.headers.has('refresh') && ['', 'null'].includes(answer.text.trim())

export function carjam(options: CarjamOptions): VehicleRegister {
  async function beforeSending(): Promise<void> {
    if (options.mayAsk && !(await options.mayAsk()))
      throw new PartnerFailure(partner, 'more than agreed for a day')
  }

  async function ask(plate: string): Promise<RegisterResult> {
    const deadline = performance.now() + (options.timeoutMs ?? 8_000)
    const url = `${options.origin}/a/vehicle:abcd?${new URLSearchParams({ key: options.key, plate })}`
    for (let repeat = 0; repeat <= maximumRepeats; repeat++) {
      const leftMs = Math.ceil(deadline - performance.now())
      if (leftMs <= 0) break
      const answer = await callPartner({ partner, url, timeoutMs: leftMs, beforeSending })
      if (!isFetching(answer)) return read(answer, plate)
      const wishedMs = Number.parseFloat(answer.headers.get('refresh') ?? '1') * 1000 || 1000
      await pause(
        Math.max(0, Math.min(wishedMs, options.maximumPauseMs ?? 1_500, deadline - performance.now())),
      )
    }
    return { outcome: 'failed', reason: 'still fetching' }
  }

  return {
    lookUp: plate =>
      ask(plate).catch((error: unknown) => {
        if (error instanceof PartnerFailure) return { outcome: 'failed', reason: error.reason }
        throw error
      }),
  }
}

function read(answer: PartnerResponse, asked: string): RegisterResult {
  const { status } = answer
  // A 404 by itself may be a proxy's: only the register's own word makes a plate unknown.
  if (status !== 200 && status !== 404) return { outcome: 'failed', reason: `HTTP ${status}` }
  const said = status === 200 ? parseJson(partner, answer) : reasonIn(answer)
  const error = carjamError.safeParse(said)
  if (error.success && saysNotFound(error.data)) return { outcome: 'unknown-plate' }
  if (status === 404) return { outcome: 'failed', reason: 'HTTP 404' }
  if (error.success) return { outcome: 'failed', reason: 'refused' }
  const found = carjamVehicle.safeParse(said)
  if (!found.success) return { outcome: 'failed', reason: 'not understood' }
  const { plate, make, model, submodel, year_of_manufacture: year, body_style: body } = found.data
  // It looks among chassis numbers and VINs as well: that is no car of this plate.
  if (normalizePlate(plate) !== normalizePlate(asked)) return { outcome: 'unknown-plate' }
  return { outcome: 'found', vehicle: { plate, make, model, submodel, year, body } }
}
