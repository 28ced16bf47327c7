/** Tests of the registry of running look-ups. */

import { expect, it } from 'vitest'
import { createPendingLookups } from './pending-lookups.ts'

it('[CAR-09] knows which look-ups are running until they succeed or fail', async () => {
  const lookUps = createPendingLookups()
  expect(lookUps.nextSettled()).toBeNull()
  const plate = Promise.withResolvers<string>()
  const address = Promise.withResolvers<string>()
  const found = lookUps.track('plate', plate.promise)
  lookUps.track('riskAddress', address.promise).catch(() => {})
  expect(lookUps.isPending('plate')).toBe(true)
  expect(lookUps.isPending('carValue')).toBe(false)

  const firstEnd = lookUps.nextSettled()
  address.reject(new Error('no network'))
  await firstEnd
  expect(lookUps.isPending('riskAddress')).toBe(false)
  expect(lookUps.isPending('plate')).toBe(true)

  plate.resolve('found')
  expect(await found).toBe('found')
  await lookUps.nextSettled()
  expect(lookUps.nextSettled()).toBeNull()
})
