/** The contract tests of every vehicle register adapter, with the sandbox's register and misbehaving partners. */
import { describe, expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { testSandbox } from '#test/sandbox.ts'
import { modelsFor } from '#underwriting/vehicles.ts'
import { carjam } from './carjam.ts'
import type { VehicleRegister } from './port.ts'

const adapters: readonly [
  name: string,
  make: (origin: string, timeoutMs?: number, key?: string) => VehicleRegister,
][] = [
  [
    'carjam',
    (origin, timeoutMs = 3_000, key = sandboxKeys.vehicle.key) =>
      carjam({ url: origin, key, timeoutMs, maximumPauseMs: 5 }),
  ],
]

const car = (plate: string, make: string, model: string, year: number, submodel: string, body: string) => ({
  outcome: 'found',
  vehicle: { plate, make, model, year, submodel, body },
})

describe.each(adapters)('%s', (_, make) => {
  test.each([
    ['JHU968', car('JHU968', 'Toyota', 'Corolla', 2014, 'GX', 'Hatch')],
    ['AQU512', car('AQU512', 'Toyota', 'Aqua', 2015, 'S', 'Hatch')],
    ['KLM204', car('KLM204', 'Mazda', 'Demio', 2012, '13C', 'Hatch')],
    ['KEA1', car('KEA1', 'Volkswagen', 'Golf', 2016, 'TSI Comfortline', 'Hatch')],
    ['POR911', car('POR911', 'Porsche', '911', 2022, 'Carrera', 'Coupe')],
    ['MULTI6', car('MULTI6', 'Toyota', 'Corolla', 2014, '', 'Hatch')],
    ['DECLIN', car('DECLIN', 'Unimog', 'U1700', 1985, '', 'Truck')],
    ['OFFLIN', car('OFFLIN', 'Lotus', 'Seven Replica', 2004, '', 'Roadster')],
    ['SLOW10', car('SLOW10', 'Toyota', 'Corolla', 2015, 'GX', 'Hatch')],
    ['BADREG', { outcome: 'unknown-plate' }],
    ['ERR500', { outcome: 'failed', reason: 'HTTP 500' }],
  ])('[CAR-03] [CAR-04] plate %s', async (plate, answer) => {
    const { origin } = await testSandbox()
    expect(await make(origin).lookUp(plate)).toEqual(answer)
  })

  test('[CAR-05] NOTFND is a car that the catalogue does not contain', async () => {
    const found = await make((await testSandbox()).origin).lookUp('NOTFND')
    if (found.outcome !== 'found') throw new Error(found.outcome)
    expect([...modelsFor(found.vehicle, 'Automatic'), ...modelsFor(found.vehicle, 'Manual')]).toEqual([])
  })

  test('[CAR-04] any other plate is always the same car of the catalogue', async () => {
    const first = make((await testSandbox()).origin)
    const second = make((await testSandbox()).origin)
    for (const plate of ['ABC123', 'ZZZ999', 'A', '1', 'QWE456', 'XY12']) {
      const found = await first.lookUp(plate)
      expect(await second.lookUp(plate)).toEqual(found)
      if (found.outcome !== 'found') throw new Error(found.outcome)
      // People who invent a plate try an automatic first.
      expect(modelsFor(found.vehicle, 'Automatic').length, plate).toBeGreaterThan(0)
    }
  })

  test('a register that exceeds the time limit fails at once', async () => {
    const { origin } = await testSandbox({ slowPlateMs: 10_000 })
    expect(await make(origin, 100).lookUp('SLOW10')).toEqual({ outcome: 'failed', reason: 'timeout' })
  })

  test('a look-up with a wrong key fails', async () => {
    const { origin } = await testSandbox()
    expect(await make(origin, 1_000, 'wrong').lookUp('JHU968')).toMatchObject({ outcome: 'failed' })
  })

  const failures: readonly [what: string, answer: CannedResponse, reason: string][] = [
    ['hangs', null, 'timeout'],
    ['answers 500', { status: 500, body: 'x' }, 'HTTP 500'],
    ['is not where it was', { status: 404, body: '<html>Not found</html>' }, 'HTTP 404'],
    ['answers garbage', { body: '<html>' }, 'not understood'],
    ['answers another shape', { body: '{"plate":"ABC123","make":""}' }, 'not understood'],
    ['floods us', { body: `"${'x'.repeat(1024 * 1024)}"` }, 'too-large'],
  ]
  test.each(failures)('a register that %s fails', async (__, answer, reason) => {
    const { origin } = await cannedServer(() => answer)
    // A short limit only for a server that hangs: on a busy machine a response may take long.
    const found = await make(origin, answer === null ? 150 : 5_000).lookUp('ABC123')
    expect(found).toEqual({ outcome: 'failed', reason })
  })
})
