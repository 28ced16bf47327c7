/** Tests of the rows of the summary of answers. */

import { expect, it } from 'vitest'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { quoteRows } from './answers-summary.tsx'

const car = (vehicleDescription: string) =>
  quoteRows(
    formOf({ 'car.plate': 'JHU968', 'car.transmission': 'Automatic', 'car.vehicleKey': 'k' }),
    {
      foundModels: {
        plate: 'JHU968',
        transmission: 'Automatic',
        models: [{ vehicleKey: 'k', vehicleDescription }],
      },
    },
    '2026-11-22',
  )[0]?.values

it('[QUOTE-09] shows a car’s transmission once', () => {
  expect(car('Toyota Corolla 1.8L Petrol Automatic')).toEqual([
    'JHU968',
    'Toyota Corolla 1.8L Petrol Automatic',
  ])
  expect(car('Toyota Corolla 1.8L')).toEqual(['JHU968', 'Toyota Corolla 1.8L', 'Automatic'])
})

const excessOf = (dateOfBirth: string, cover: string) =>
  quoteRows(
    formOf({
      'driver.drivers.0.dateOfBirth': dateOfBirth,
      'cover.cover': cover,
      'cover.startDate': '01/12/2026',
    }),
    {},
    '2026-11-22',
  ).find(({ label }) => label === 'Excess')?.values

it('[QUOTE-04] shows with the excess what an accident of a named driver under 25 costs on the first day of cover', () => {
  expect(excessOf('02/12/2001', 'THIRD_PARTY')).toEqual([
    '$500; $1,000 for an accident with a named driver under 25',
  ])
  expect(excessOf('01/12/2001', 'THIRD_PARTY')).toEqual(['$500'])
})

it('[QUOTE-09] uses the singular for one driver', () => {
  const rows = (others: FormTexts) =>
    quoteRows(
      formOf({ 'driver.drivers.0.firstName': 'Aroha', 'driver.drivers.0.lastName': 'Smith', ...others }),
      {},
      '2026-11-22',
    )
  const driverRow = (others: FormTexts = {}) => rows(others).find(({ change }) => change === 'drivers')
  expect(driverRow()).toMatchObject({ label: 'Driver', values: [expect.stringContaining('Aroha Smith')] })
  expect(driverRow({ 'driver.drivers.1.firstName': '' })?.label).toBe('Drivers')
})
