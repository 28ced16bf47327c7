import { expect, it } from 'vitest'
import { nextOnTheWay } from './steps.ts'

it.each([
  // Whoever changes the car from the summary of step 5 comes back to it, past the policyholders.
  ['car', 'payment', true, 'driver'],
  ['driver', 'payment', true, 'quote'],
  ['quote', 'payment', true, 'payment'],
  ['policyholder', 'payment', true, 'payment'],
  // Paid by the year it is paid by card, which is chosen and charged in step 4.
  ['quote', 'payment', false, 'policyholder'],
  ['driver', 'quote', true, 'quote'],
  ['quote', 'quote', true, 'policyholder'],
  ['quote', null, true, 'policyholder'],
] as const)(
  '[QUOTE-09] [PAY-12] from %s, on the way to %s (by bank: %s), Next leads to %s',
  (view, until, bank, next) => {
    expect(nextOnTheWay(view, until, bank)).toBe(next)
  },
)
