/** Tests of the journey: the moves between the seven views, and the five steps of the stepper. */
import { describe, expect, it } from 'vitest'
import { pairs, texts } from '#test/samples/texts.ts'
import {
  goBackToQuoteTarget,
  type Move,
  nearestReachableStep,
  nextAfterEdit,
  pathOfStep,
  stepOf,
  stepOfPath,
  stepperProgress,
  steps,
  type View,
  viewAfter,
  views,
} from './steps.ts'

describe('the seven views', () => {
  it.each(
    pairs(`
      car next → driver | driver next → quote | quote next → policyholder | policyholder next → payment
      payment next → confirmation | payment back → policyholder | driver back → car | car back → car
      payment payment-failed → payment-failure | payment-failure back-to-direct-debit → payment
      car policyholder-shortcut → policyholder | payment-failure next → payment-failure
    `),
  )('[PAY-12] the move %s leads to %s', (from, to) => {
    const [view, move] = from.split(' ')
    expect(viewAfter(view as View, move as Move)).toBe(to)
  })

  it('[PAY-12] [PAY-05] restart at the second', () => {
    expect(goBackToQuoteTarget).toBe(views[1])
  })

  it('[PAY-12] [SHELL-05] belong to five steps: a failed payment to step 5, a confirmation after all', () => {
    expect(views.map(stepOf)).toEqual([...steps, null, 'payment'])
  })
})

it.each([
  ['car', 'current upcoming upcoming upcoming upcoming'],
  ['quote', 'complete complete current upcoming upcoming'],
  ['payment-failure', 'complete complete complete complete current'],
  ['confirmation', 'complete complete complete complete complete'],
] as const)('[SHELL-05] on %s the stepper shows %s', (view, statuses) => {
  const progress = statuses.split(' ').map((status, index) => ({ step: steps[index], status }))
  expect(stepperProgress(view)).toEqual(progress)
})

it('[SHELL-02] the address bar has a path for each step', () => {
  expect(steps.map(pathOfStep)).toEqual([1, 2, 3, 4, 5].map(n => `/vehicle/step${n}`))
  expect(steps.map(pathOfStep).map(stepOfPath)).toEqual(steps)
  for (const path of texts(`
    /vehicle | /vehicle/step0 | /vehicle/step6 | /vehicle/step11 | /x/vehicle/step1 | /vehicle/step1/
  `))
    expect(stepOfPath(path), path).toBeNull()
})

it('[SHELL-02] reaches a step only up to the furthest', () => {
  const reached = steps.map(step => nearestReachableStep(step, 'quote'))
  expect(reached).toEqual(['car', 'driver', 'quote', 'quote', 'quote'])
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
