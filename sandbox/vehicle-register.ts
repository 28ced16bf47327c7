/** Simulates CarJam's look-up: the plates of data/plates.json, and a fixed car for any other plate. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { isPlate, normalizePlate } from '#journey/plate-and-car-value.ts'
import catalogue from '#underwriting/data/vehicle-catalogue.json' with { type: 'json' }
import plates from './data/plates.json' with { type: 'json' }

type Car = (typeof plates.cars)[number]

const fixtures: ReadonlyMap<string, Car> = new Map(plates.cars.map(car => [car.plate, car]))

const behaviour = z.enum(['unknown', 'error', 'slow', 'fetching'])
/** Validated at start: a misspelt behaviour would give an ordinary car. */
const behaviours = new Map(Object.entries(z.record(z.string(), behaviour).parse(plates.behaviours)))

/** Ordinary cars only, so that an invented plate can be quoted with either transmission. */
const generations = catalogue.models.filter(
  model => !('notInsurable' in model) && !('referral' in model) && model.baseValueAtToYear < 110_000,
)

const hashOf = (plate: string): number => createHash('sha256').update(plate).digest().readUInt32BE(0)

/** @param turn counts the cars that were skipped because they have no automatic transmission */
function carOf(plate: string, turn = 0): Car {
  const fixture = fixtures.get(plate)
  if (fixture) return fixture
  const hash = hashOf(turn === 0 ? plate : `${plate} ${turn}`)
  const generation = generations[hash % generations.length]
  if (!generation) throw new Error('the vehicle catalogue is empty')
  const { make, model, body, trims, fromYear, toYear } = generation
  const trim = trims[(hash >>> 8) % trims.length]
  if (!trim?.transmissions.includes('Automatic')) return carOf(plate, turn + 1)
  const year = fromYear + ((hash >>> 16) % (toYear - fromYear + 1))
  return { plate, make, model, submodel: trim.name, year, body }
}

/** Imitates a real register: for one invented plate in eight the first request gets no data yet. */
function behaviourOf(plate: string): z.output<typeof behaviour> | 'usual' {
  const known = behaviours.get(plate)
  if (known) return known
  if (!isPlate(plate)) return 'unknown'
  return !fixtures.has(plate) && hashOf(plate) % 8 === 0 ? 'fetching' : 'usual'
}

const query = z.object({ key: z.string(), plate: z.string().transform(normalizePlate) })
const keyNeeded = { code: -1, error: -1, message: 'Requires an API key' }
const notFound = { code: -1, error: -1, scode: 'err-no-matches-found', message: 'No matches found' }
const broken = { code: -1, error: -1, message: 'Internal error' }

export interface VehicleRegisterSandboxOptions {
  readonly key: string
  /** The response time of the plate SLOW10. The pause that Refresh asks for is a tenth of it. Tests shorten both. */
  readonly slowPlateMs?: number | undefined
}

export const vehicleRegisterSandbox: FastifyPluginAsync<VehicleRegisterSandboxOptions> = async (
  app,
  { key, slowPlateMs = 10_000 },
) => {
  const fetched = new Set<string>()

  // Fastify writes a colon in a path as two: /a/vehicle:abcd
  app.get('/a/vehicle::abcd', async (request, reply) => {
    const { data: asked } = query.safeParse(request.query)
    if (asked?.key !== key) return reply.code(401).send(keyNeeded)
    const { plate } = asked
    switch (behaviourOf(plate)) {
      case 'error':
        return reply.code(500).send(broken)
      case 'unknown':
        return reply.code(404).send(notFound)
      case 'slow':
        await pause(slowPlateMs, undefined, { ref: false })
        break
      case 'fetching':
        if (fetched.has(plate)) break
        fetched.add(plate)
        return reply
          .header('refresh', slowPlateMs / 10_000)
          .type('application/json')
          .send('null')
    }
    const { make, model, submodel, year, body } = carOf(plate)
    const named = { plate, make, model, submodel, body_style: body, reported_stolen: 'N' }
    return { ...named, year_of_manufacture: String(year) }
  })
}
