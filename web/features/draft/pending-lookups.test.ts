/** Starts look-ups, and asks while they run and after they ended or failed. */
import { expect, it } from 'vitest'
import { createLookUps } from './pending-lookups.ts'

it('[CAR-09] knows what is being looked up until it ends, well or badly', async () => {
  const lookUps = createLookUps()
  expect(lookUps.nextEnd()).toBeNull()
  const plate = Promise.withResolvers<string>()
  const address = Promise.withResolvers<string>()
  const found = lookUps.during('plate', plate.promise)
  lookUps.during('riskAddress', address.promise).catch(() => {})
  expect(lookUps.isUnderWay('plate')).toBe(true)
  expect(lookUps.isUnderWay('carValue')).toBe(false)

  const firstEnd = lookUps.nextEnd()
  address.reject(new Error('no network'))
  await firstEnd
  expect(lookUps.isUnderWay('riskAddress')).toBe(false)
  expect(lookUps.isUnderWay('plate')).toBe(true)

  plate.resolve('found')
  expect(await found).toBe('found')
  await lookUps.nextEnd()
  expect(lookUps.nextEnd()).toBeNull()
})
