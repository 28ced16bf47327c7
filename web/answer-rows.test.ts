/** What the summary of answers says, row by row. */
import { expect, it } from 'vitest'
import { quoteRows } from './answer-rows.ts'

const car = (vehicleDescription: string) =>
  quoteRows(
    { plate: 'JHU968', transmission: 'Automatic', vehicleKey: 'k' },
    { models: [{ vehicleKey: 'k', vehicleDescription }] },
    '2026-11-22',
  )[0]?.values

it('[QUOTE-09] says a car’s transmission once', () => {
  expect(car('Toyota Corolla 1.8L Petrol Automatic')).toEqual([
    'JHU968',
    'Toyota Corolla 1.8L Petrol Automatic',
  ])
  expect(car('Toyota Corolla 1.8L')).toEqual(['JHU968', 'Toyota Corolla 1.8L', 'Automatic'])
})
