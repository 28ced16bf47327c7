/** Tests of the journey: the moves between the seven views, and the five steps of the stepper. */
import { describe, expect, it } from 'vitest'
import { texts } from '#test/samples/texts.ts'
import {
  goBackToQuoteTarget,
  nearestReachableStep,
  nextAfterEdit,
  pathOfStep,
  stepOf,
  stepOfPath,
  stepperProgress,
  steps,
  viewAfter,
  views,
} from './steps.ts'

describe('the seven views', () => {
  it.each([
    ['car', 'next', 'driver'],
    ['driver', 'next', 'quote'],
    ['quote', 'next', 'policyholder'],
    ['policyholder', 'next', 'payment'],
    ['payment', 'next', 'confirmation'],
    ['payment', 'back', 'policyholder'],
    ['driver', 'back', 'car'],
    ['payment', 'payment-failed', 'payment-failure'],
    ['car', 'policyholder-shortcut', 'policyholder'],
    ['payment-failure', 'back-to-direct-debit', 'payment'],
    ['car', 'back', 'car'],
    ['payment-failure', 'next', 'payment-failure'],
  ] as const)('[PAY-12] from %s, %s leads to %s', (view, move, to) => {
    expect(viewAfter(view, move)).toBe(to)
  })

  it('[PAY-12] [PAY-05] restart at the second', () => {
    expect(goBackToQuoteTarget).toBe(views[1])
  })

  it('[PAY-12] [SHELL-05] belong to five steps: a failed payment to step 5, a confirmation after all', () => {
    expect(views.map(stepOf)).toEqual([...steps, null, 'payment'])
  })
})

describe('the stepper', () => {
  it.each([
    ['car', ['current', 'upcoming', 'upcoming', 'upcoming', 'upcoming']],
    ['driver', ['complete', 'current', 'upcoming', 'upcoming', 'upcoming']],
    ['quote', ['complete', 'complete', 'current', 'upcoming', 'upcoming']],
    ['payment-failure', ['complete', 'complete', 'complete', 'complete', 'current']],
    ['confirmation', ['complete', 'complete', 'complete', 'complete', 'complete']],
  ] as const)('[SHELL-05] on %s shows %j', (view, statuses) => {
    expect(stepperProgress(view).map(({ status }) => status)).toEqual(statuses)
    expect(stepperProgress(view).map(({ step }) => step)).toEqual(steps)
  })
})

describe('the address bar', () => {
  it('[SHELL-02] has a path for each step and reads it back', () => {
    expect(steps.map(pathOfStep)).toEqual([1, 2, 3, 4, 5].map(n => `/vehicle/step${n}`))
    for (const step of steps) expect(stepOfPath(pathOfStep(step))).toBe(step)
  })

  it.each(
    texts(`
      /vehicle | /vehicle/step0 | /vehicle/step6 | /vehicle/step11 | /x/vehicle/step1
      /vehicle/step1/
    `),
  )('[SHELL-02] has no step for %s', path => {
    expect(stepOfPath(path)).toBeNull()
  })

  it('[SHELL-02] reaches a step only up to the furthest', () => {
    expect(nearestReachableStep('payment', 'quote')).toBe('quote')
    expect(nearestReachableStep('quote', 'quote')).toBe('quote')
    expect(nearestReachableStep('car', 'quote')).toBe('car')
  })
})

it.each([
  // A car change from the summary of step 5 leads back to it, past the policyholders.
  ['car', 'payment', true, 'driver'],
  ['driver', 'payment', true, 'quote'],
  ['quote', 'payment', true, 'payment'],
  ['policyholder', 'payment', true, 'payment'],
  // Paid by the year it is paid by card, which is chosen and charged in step 4.
  ['quote', 'payment', false, 'policyholder'],
  ['driver', 'quote', true, 'quote'],
  ['quote', 'quote', true, 'policyholder'],
  ['quote', undefined, true, 'policyholder'],
] as const)(
  '[QUOTE-09] [PAY-12] from %s, on the way to %s (by bank: %s), Next leads to %s',
  (view, until, bank, next) => {
    expect(nextAfterEdit(view, until, bank)).toBe(next)
  },
)
