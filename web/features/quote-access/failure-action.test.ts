/** Tests of the action that follows a failed call. */

import { expect, test } from 'vitest'
import type { ProblemCode } from '#contract/problems.ts'
import { type ApiFailure, failureActionOf } from './failure-action.ts'

const refusal = (code: ProblemCode): ApiFailure => ({
  outcome: 'refused',
  status: 400,
  problem: { type: '', title: '', status: 400, code, requestId: 'r' },
})
const refused = (code: ProblemCode) => failureActionOf(refusal(code))

test.each([
  ['BIND_PENDING', { kind: 'leave', path: '/paymentsuccess' }],
  ['QUOTE_CONVERTED', { kind: 'leave', path: '/converted' }],
  ['QUOTE_EXPIRED', { kind: 'leave', path: '/expired' }],
  ['NOT_INSURABLE', { kind: 'not-insurable' }],
  ['NOT_LOGGED_IN', { kind: 'told' }],
  ['OVERLOADED', { kind: 'told' }],
  ['PARTNER_UNAVAILABLE', { kind: 'leave', path: '/error-occurred' }],
  ['INTERNAL', { kind: 'leave', path: '/error-occurred' }],
  ['STALE', { kind: 'leave', path: '/error-occurred' }],
] as const)('[DRIVER-07] [CAR-12] a quote/create refused with %s', (code, expected) => {
  expect(refused(code)).toEqual(expected)
})

test('[DRIVER-07] no network leads to the error page, a missing captcha token does not', () => {
  expect(failureActionOf({ outcome: 'unreachable' })).toEqual({ kind: 'leave', path: '/error-occurred' })
  expect(failureActionOf({ outcome: 'captcha-unavailable' })).toEqual({ kind: 'unchecked' })
})
