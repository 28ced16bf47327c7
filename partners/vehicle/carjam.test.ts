/** Tests of CarJam's protocol: the Refresh header, the quota, error bodies and plates. */
import { expect, test } from 'vitest'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { carjam } from './carjam.ts'

const make = (url: string) => carjam({ url, key: 'k', timeoutMs: 5_000, maximumPauseMs: 5 })

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
  const register = carjam({ url: origin, key: 'k', maximumPauseMs: 5, consumeQuota })
  const usedUp = { outcome: 'failed', reason: 'daily quota used up' }
  expect(await register.lookUp('ABC123')).toEqual({ outcome: 'failed', reason: 'still fetching' })
  expect(await register.lookUp('ABC124')).toEqual(usedUp)
  expect(requests).toHaveLength(6)
  expect(await register.lookUp('ABC125')).toEqual(usedUp)
  expect(requests).toHaveLength(6)
})

test('the pauses never exceed the time limit', async () => {
  const { origin } = await cannedServer(() => ({ body: '', headers: { refresh: '60' } }))
  const register = carjam({ url: origin, key: 'k', timeoutMs: 120, maximumPauseMs: 60_000 })
  const before = performance.now()
  expect(await register.lookUp('ABC123')).toMatchObject({ outcome: 'failed' })
  // One pause as the partner asks for would take a minute.
  expect(performance.now() - before).toBeLessThan(50_000)
})

const failed = (reason: string) => ({ outcome: 'failed', reason })
const unknown = { outcome: 'unknown-plate' }
const noMatches = '{"code":-1,"scode":"err-no-matches-found","message":"No matches found"}'
const corolla = (plate: string) =>
  JSON.stringify({ plate, make: 'Toyota', model: 'Corolla', year_of_manufacture: '2014' })
const responses: readonly [what: string, answer: CannedResponse, found: object][] = [
  ['answers null without a Refresh header', { body: 'null' }, failed('not understood')],
  ['refuses us', { body: '{"code":-1,"message":"Requires an API key"}' }, failed('refused')],
  ['does not know our key', { body: '{"code":-1,"message":"API key not found"}' }, failed('refused')],
  ['finds nothing', { body: noMatches }, unknown],
  ['finds nothing and says so by its status too', { status: 404, body: noMatches }, unknown],
  ['finds a car by something else than its plate', { body: corolla('XYZ789') }, unknown],
  [
    'writes the plate in its own way',
    { body: corolla('abc 123') },
    {
      outcome: 'found',
      vehicle: { plate: 'abc 123', make: 'Toyota', model: 'Corolla', year: 2014, submodel: '', body: '' },
    },
  ],
]
test.each(responses)('when CarJam %s', async (_, answer, found) => {
  const { origin } = await cannedServer(() => answer)
  expect(await make(origin).lookUp('ABC123')).toEqual(found)
})

test('a plate cannot inject request parameters', async () => {
  const { origin, requests } = await cannedServer(() => ({ status: 404 }))
  await make(origin).lookUp('A&key=B#/../')
  expect(new URL(requests[0]?.url ?? '', origin).searchParams.get('plate')).toBe('A&key=B#/../')
})
