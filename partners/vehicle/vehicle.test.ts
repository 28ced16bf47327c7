/** The contract tests of the vehicle register adapter, with the sandbox's register and misbehaving partners. */
import { expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { testSandbox } from '#test/sandbox.ts'
import { modelsFor } from '#underwriting/vehicles.ts'
import { type CarjamOptions, carjam } from './carjam.ts'

const adapter = (url: string, options: Partial<CarjamOptions> = {}) =>
  carjam({ url, ...sandboxKeys.vehicle, timeoutMs: 5_000, minimumPauseMs: 5, ...options })

const car = (plate: string, make: string, model: string, year: number, submodel: string, body: string) => ({
  outcome: 'found',
  vehicle: { plate, make, model, year, submodel, body },
})
const failed = (reason: string) => ({ outcome: 'failed', reason })
const unknown = { outcome: 'unknown-plate' }

test.each([
  ['JHU968', car('JHU968', 'Toyota', 'Corolla', 2014, 'GX', 'Hatch')],
  ['POR911', car('POR911', 'Porsche', '911', 2022, 'Carrera', 'Coupe')],
  // The register has to fetch it first.
  ['KLM204', car('KLM204', 'Mazda', 'Demio', 2012, '13C', 'Hatch')],
  ['MULTI6', car('MULTI6', 'Toyota', 'Corolla', 2014, '', 'Hatch')],
  ['DECLIN', car('DECLIN', 'Unimog', 'U1700', 1985, '', 'Truck')],
  ['OFFLIN', car('OFFLIN', 'Lotus', 'Seven Replica', 2004, '', 'Roadster')],
  ['SLOW10', car('SLOW10', 'Toyota', 'Corolla', 2015, 'GX', 'Hatch')],
  ['BADREG', { outcome: 'unknown-plate' }],
  ['ERR500', { outcome: 'failed', reason: 'HTTP 500' }],
])('[CAR-03] [CAR-04] the register answers for plate %s', async (plate, answer) => {
  const { origin } = await testSandbox()
  expect(await adapter(origin).lookUp(plate)).toEqual(answer)
})

test('[CAR-05] NOTFND is a car that the catalogue does not contain', async () => {
  const found = await adapter((await testSandbox()).origin).lookUp('NOTFND')
  if (found.outcome !== 'found') throw new Error(found.outcome)
  expect([...modelsFor(found.vehicle, 'Automatic'), ...modelsFor(found.vehicle, 'Manual')]).toEqual([])
})

test('[CAR-04] any other plate is always the same car of the catalogue', async () => {
  const first = adapter((await testSandbox()).origin)
  const second = adapter((await testSandbox()).origin)
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
  expect(await adapter(origin, { timeoutMs: 100 }).lookUp('SLOW10')).toEqual({
    outcome: 'failed',
    reason: 'timeout',
  })
})

test('a look-up with a wrong key fails', async () => {
  const { origin } = await testSandbox()
  expect(await adapter(origin, { key: 'wrong' }).lookUp('JHU968')).toMatchObject({ outcome: 'failed' })
})

/** The register is still fetching, and asks for a pause of some seconds. */
const fetching = (refresh: string) => ({ body: 'null', headers: { refresh } })

test('[CAR-04] asks again until the register has fetched the car', async () => {
  const { origin, requests } = await cannedServer(() =>
    requests.length > 6 ? { body: corolla('ABC123') } : fetching('0.01'),
  )
  expect(await adapter(origin).lookUp('ABC123')).toMatchObject({ outcome: 'found' })
  expect(requests).toHaveLength(7)
})

test('[CAR-04] waits as long as the register says', async () => {
  const { origin, requests } = await cannedServer(() =>
    requests.length > 1 ? { body: corolla('ABC123') } : fetching('0.2'),
  )
  const before = performance.now()
  expect(await adapter(origin).lookUp('ABC123')).toMatchObject({ outcome: 'found' })
  expect(performance.now() - before).toBeGreaterThan(190)
})

test.each(['0', '-1', 'soon'])(
  '[CAR-04] pauses between two requests also with Refresh: %s',
  async refresh => {
    const { origin, requests } = await cannedServer(() => fetching(refresh))
    await adapter(origin, { timeoutMs: 200, minimumPauseMs: 50 }).lookUp('ABC123')
    expect(requests.length).toBeLessThanOrEqual(4)
  },
)

test('[CAR-04] gives up at once if no time is left for another request', async () => {
  const { origin, requests } = await cannedServer(() => fetching('1'))
  const before = performance.now()
  const register = adapter(origin, { timeoutMs: 30_000, minimumPauseMs: 20_000 })
  expect(await register.lookUp('ABC123')).toEqual(failed('still fetching'))
  expect(requests).toHaveLength(1)
  expect(performance.now() - before).toBeLessThan(10_000)
})

test('[T20] checks the quota before each request, and sends none beyond it', async () => {
  const { origin, requests } = await cannedServer(() => fetching('0.01'))
  let left = 6
  const consumeQuota = async () => {
    left -= 1
    return left >= 0
  }
  const register = adapter(origin, { consumeQuota })
  const usedUp = failed('daily quota used up')
  expect(await register.lookUp('ABC123')).toEqual(usedUp)
  expect(requests).toHaveLength(6)
  expect(await register.lookUp('ABC124')).toEqual(usedUp)
  expect(requests).toHaveLength(6)
})

test('the pauses never exceed the time limit', async () => {
  const { origin } = await cannedServer(() => fetching('60'))
  const register = adapter(origin, { timeoutMs: 120 })
  const before = performance.now()
  expect(await register.lookUp('ABC123')).toMatchObject({ outcome: 'failed' })
  // One pause as the partner asks for would take a minute.
  expect(performance.now() - before).toBeLessThan(50_000)
})

const noMatches = '{"code":-1,"scode":"err-no-matches-found","message":"No matches found"}'
const corolla = (plate: string) =>
  JSON.stringify({ plate, make: 'Toyota', model: 'Corolla', year_of_manufacture: '2014' })
test.each<[what: string, answer: CannedResponse, found: object]>([
  ['hangs', null, failed('timeout')],
  ['answers 500', { status: 500, body: 'x' }, failed('HTTP 500')],
  ['is not where it was', { status: 404, body: '<html>Not found</html>' }, failed('HTTP 404')],
  ['answers garbage', { body: '<html>' }, failed('not understood')],
  ['answers another shape', { body: '{"plate":"ABC123","make":""}' }, failed('not understood')],
  ['floods us', { body: `"${'x'.repeat(1024 * 1024)}"` }, failed('too-large')],
  ['answers null without a Refresh header', { body: 'null' }, failed('not understood')],
  ['refuses us', { body: '{"code":-1,"message":"Requires an API key"}' }, failed('refused')],
  ['does not know our key', { body: '{"code":-1,"message":"API key not found"}' }, failed('refused')],
  ['finds nothing', { body: noMatches }, unknown],
  ['finds nothing and says so by its status too', { status: 404, body: noMatches }, unknown],
  ['finds a car by something else than its plate', { body: corolla('XYZ789') }, unknown],
  [
    'writes the plate in its own way',
    { body: corolla('abc 123') },
    car('abc 123', 'Toyota', 'Corolla', 2014, '', ''),
  ],
])('when CarJam %s', async (_, answer, found) => {
  const { origin } = await cannedServer(() => answer)
  // A short limit only for a server that hangs: on a busy machine a response may take long.
  expect(await adapter(origin, answer ? {} : { timeoutMs: 150 }).lookUp('ABC123')).toEqual(found)
})

test('a plate cannot inject request parameters', async () => {
  const { origin, requests } = await cannedServer(() => ({ status: 404 }))
  await adapter(origin).lookUp('A&key=B#/../')
  expect(new URL(requests[0]?.url ?? '', origin).searchParams.get('plate')).toBe('A&key=B#/../')
})
