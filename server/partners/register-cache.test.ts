/** Tests of the cache of the vehicle register's look-ups. */
import { expect, test } from 'vitest'
import type { VehicleLookupResult, VehicleRegister } from '#partners/vehicle/port.ts'
import { dayMs } from '#server/lib/durations.ts'
import { withCache } from './register-cache.ts'

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
  const register = withCache(allButNew(asked), () => new Date(at), dayMs)
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
  const register = withCache(allButNew(asked), () => new Date(at), dayMs)
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
    dayMs,
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
