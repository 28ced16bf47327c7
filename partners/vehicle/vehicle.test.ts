/** The contract tests of every vehicle register adapter, with the sandbox's register and misbehaving partners. */
import { describe, expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { testSandbox } from '#test/sandbox.ts'
import { modelsFor } from '#underwriting/vehicles.ts'
import { carjam, withCache } from './carjam.ts'
import type { VehicleLookupResult, VehicleRegister } from './port.ts'

const adapters: readonly [
  name: string,
  make: (origin: string, timeoutMs?: number, key?: string) => VehicleRegister,
][] = [
  [
    'carjam',
    (origin, timeoutMs = 3_000, key = sandboxKeys.vehicle.key) =>
      carjam({ origin, key, timeoutMs, maximumPauseMs: 5 }),
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

  test('retries at most three times while the register is fetching', async () => {
    const fetching = { body: 'null', headers: { refresh: '1' } }
    const { origin, requests } = await cannedServer(() => fetching)
    expect(await make(origin).lookUp('ABC123')).toEqual({ outcome: 'failed', reason: 'still fetching' })
    expect(requests).toHaveLength(4)
  })

  test('[T20] checks the quota before each request, and sends none beyond it', async () => {
    const { origin, requests } = await cannedServer(() => ({ body: 'null', headers: { refresh: '1' } }))
    let left = 6
    const consumeQuota = async () => {
      left -= 1
      return left >= 0
    }
    const register = carjam({ origin, key: 'k', maximumPauseMs: 5, consumeQuota })
    const usedUp = { outcome: 'failed', reason: 'daily quota used up' }
    expect(await register.lookUp('ABC123')).toEqual({ outcome: 'failed', reason: 'still fetching' })
    expect(await register.lookUp('ABC124')).toEqual(usedUp)
    expect(requests).toHaveLength(6)
    expect(await register.lookUp('ABC125')).toEqual(usedUp)
    expect(requests).toHaveLength(6)
  })

  test('the pauses never exceed the time limit', async () => {
    const { origin } = await cannedServer(() => ({ body: '', headers: { refresh: '60' } }))
    const register = carjam({ origin, key: 'k', timeoutMs: 120, maximumPauseMs: 60_000 })
    const before = performance.now()
    expect(await register.lookUp('ABC123')).toMatchObject({ outcome: 'failed' })
    // One pause as the partner asks for would take a minute.
    expect(performance.now() - before).toBeLessThan(50_000)
  })

  const failed = (reason: string) => ({ outcome: 'failed', reason })
  const noMatches = '{"code":-1,"scode":"err-no-matches-found","message":"No matches found"}'
  const corolla = (plate: string) =>
    JSON.stringify({ plate, make: 'Toyota', model: 'Corolla', year_of_manufacture: '2014' })
  const failures: readonly [what: string, answer: CannedResponse, found: object][] = [
    ['hangs', null, failed('timeout')],
    ['answers 500', { status: 500, body: 'x' }, failed('HTTP 500')],
    ['answers garbage', { body: '<html>' }, failed('not-json')],
    ['answers another shape', { body: '{"plate":"ABC123","make":""}' }, failed('not understood')],
    ['answers null without saying when', { body: 'null' }, failed('not understood')],
    ['refuses us', { body: '{"code":-1,"message":"Requires an API key"}' }, failed('refused')],
    ['does not know our key', { body: '{"code":-1,"message":"API key not found"}' }, failed('refused')],
    ['finds nothing', { body: noMatches }, { outcome: 'unknown-plate' }],
    [
      'finds nothing and says so by its status too',
      { status: 404, body: noMatches },
      { outcome: 'unknown-plate' },
    ],
    ['is not where it was', { status: 404, body: '<html>Not found</html>' }, failed('HTTP 404')],
    [
      'finds a car by something else than its plate',
      { body: corolla('XYZ789') },
      { outcome: 'unknown-plate' },
    ],
    [
      'writes the plate in its own way',
      { body: corolla('abc 123') },
      car('abc 123', 'Toyota', 'Corolla', 2014, '', ''),
    ],
    ['floods us', { body: `"${'x'.repeat(1024 * 1024)}"` }, failed('too-large')],
  ]
  test.each(failures)('when the register %s', async (__, answer, found) => {
    const { origin } = await cannedServer(() => answer)
    // A short limit only for a server that hangs: on a busy machine a response may take long.
    expect(await make(origin, answer === null ? 150 : 5_000).lookUp('ABC123')).toEqual(found)
  })

  test('a plate cannot inject request parameters', async () => {
    const { origin, requests } = await cannedServer(() => ({ status: 404 }))
    await make(origin).lookUp('A&key=B#/../')
    expect(new URL(requests[0]?.url ?? '', origin).searchParams.get('plate')).toBe('A&key=B#/../')
  })
})

/** A register that has every plate except NEW111, and records the look-ups. */
const allButNew = (asked: string[]): VehicleRegister => ({
  async lookUp(plate) {
    asked.push(plate)
    if (plate === 'NEW111') return { outcome: 'unknown-plate' }
    return {
      outcome: 'found',
      vehicle: { plate, make: 'Mazda', model: 'Demio', submodel: '', year: 2015, body: '' },
    }
  },
})

test('[CAR-03] looks up an unknown plate again within the day, because cars are registered every hour', async () => {
  let at = Date.parse('2026-11-21T00:00:00Z')
  const asked: string[] = []
  const register = withCache(allButNew(asked), () => new Date(at))
  const both = async () => {
    await register.lookUp('NEW111')
    await register.lookUp('JHU968')
  }
  await both()
  at += 9 * 60_000
  await both()
  expect(asked).toEqual(['NEW111', 'JHU968'])
  at += 2 * 60_000
  await both()
  expect(asked).toEqual(['NEW111', 'JHU968', 'NEW111'])
  at += 24 * 3_600_000
  await both()
  expect(asked).toHaveLength(5)
})

test('[CAR-03] looks up a known car again once its cache entry has expired', async () => {
  let at = Date.parse('2026-11-21T00:00:00Z')
  const asked: string[] = []
  const register = withCache(allButNew(asked), () => new Date(at), 60_000)
  for (const laterMs of [0, 59_000, 2_000]) {
    at += laterMs
    await register.lookUp('SLOW10')
  }
  expect(asked).toHaveLength(2)
})

test('[CAR-03] a repeated look-up evicts no other plate, even when the cache is full', async () => {
  let at = Date.parse('2026-11-21T00:00:00Z')
  const asked: string[] = []
  const register = withCache(allButNew(asked), () => new Date(at))
  for (const plate of ['FIRST1', 'NEW111', ...Array.from({ length: 9_998 }, (_, n) => `A${n}`)])
    await register.lookUp(plate)
  at += 11 * 60_000
  asked.length = 0
  await register.lookUp('NEW111')
  await register.lookUp('FIRST1')
  expect(asked).toEqual(['NEW111'])
  // One plate more than the cache holds: it evicts the least recently used one.
  await register.lookUp('MORE11')
  await register.lookUp('A0')
  expect(asked).toEqual(['NEW111', 'MORE11', 'A0'])
})

test('[CAR-03] [T20] concurrent look-ups of a plate share one request, and a failure is not cached', async () => {
  const waiting: PromiseWithResolvers<VehicleLookupResult>[] = []
  const asked: string[] = []
  const register = withCache(
    {
      lookUp(plate) {
        asked.push(plate)
        const answer = Promise.withResolvers<VehicleLookupResult>()
        waiting.push(answer)
        return answer.promise
      },
    },
    () => new Date(),
  )
  const failed = { outcome: 'failed', reason: 'timeout' } as const
  const first = ['SLOW10', 'SLOW10', 'JHU968', 'SLOW10'].map(plate => register.lookUp(plate))
  for (const answer of waiting) answer.resolve(failed)
  expect(await Promise.all(first)).toEqual([failed, failed, failed, failed])
  expect(asked).toEqual(['SLOW10', 'JHU968'])

  const again = [register.lookUp('SLOW10'), register.lookUp('SLOW10')]
  waiting[2]?.resolve({ outcome: 'unknown-plate' })
  expect(await Promise.all(again)).toEqual([{ outcome: 'unknown-plate' }, { outcome: 'unknown-plate' }])
  expect(await register.lookUp('SLOW10')).toEqual({ outcome: 'unknown-plate' })
  expect(asked).toEqual(['SLOW10', 'JHU968', 'SLOW10'])
})
