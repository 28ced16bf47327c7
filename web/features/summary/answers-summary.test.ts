/** Tests of the rows of the summary of answers. */
import { expect, it } from 'vitest'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { quoteRows } from './answers-summary.tsx'

const rowOf = (change: string, texts: FormTexts, state: DraftState = {}) =>
  quoteRows(formOf(texts), state, '2026-11-22').find(row => row.change === change)

it('[QUOTE-09] shows a car’s transmission once', () => {
  const car = { plate: 'JHU968', transmission: 'Automatic' }
  const texts = { 'car.plate': 'JHU968', 'car.transmission': 'Automatic', 'car.vehicleKey': 'k' }
  const valuesOf = (vehicleDescription: string) =>
    rowOf('car', texts, { foundModels: { ...car, models: [{ vehicleKey: 'k', vehicleDescription }] } })
      ?.values
  expect(valuesOf('Toyota Corolla Petrol Automatic')).toEqual(['JHU968', 'Toyota Corolla Petrol Automatic'])
  expect(valuesOf('Toyota Corolla 1.8L')).toEqual(['JHU968', 'Toyota Corolla 1.8L', 'Automatic'])
})

it.each([
  ['02/12/2001', '$500; $1,000 for an accident with a named driver under 25'],
  ['01/12/2001', '$500'],
])('[QUOTE-04] with a driver born on %s the excess is %s', (dateOfBirth, excess) => {
  const cover = { 'cover.cover': 'THIRD_PARTY', 'cover.startDate': '01/12/2026' }
  const row = rowOf('excess', { 'driver.drivers.0.dateOfBirth': dateOfBirth, ...cover })
  expect(row?.values).toEqual([excess])
})

it('[QUOTE-09] uses the singular for one driver', () => {
  const aroha = { 'driver.drivers.0.firstName': 'Aroha', 'driver.drivers.0.lastName': 'Smith' }
  const values = [expect.stringContaining('Aroha Smith')]
  expect(rowOf('drivers', aroha)).toMatchObject({ label: 'Driver', values })
  expect(rowOf('drivers', { ...aroha, 'driver.drivers.1.firstName': '' })?.label).toBe('Drivers')
})
