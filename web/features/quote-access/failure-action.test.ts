/** Tests of the action that follows a failed call. */

import { expect, test } from 'vitest'
import type { ProblemCode } from '#contract/problems.ts'
import type { Api } from '#web/api/client.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { type ApiFailure, failureActionOf, resolveFailure } from './failure-action.ts'

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

test.each([
  ['NOT_READY', true, '/vehicle/step1'],
  ['NOT_READY', false, '/error-occurred'],
  ['INTERNAL', true, '/error-occurred'],
] as const)(
  '[DRIVER-07] [CAR-12] [ENTRY-06] a quote/create refused with %s, of people who are to be confirmed: %s',
  async (code, confirmPerson, path) => {
    const data = { confirmPerson, quoteNumber: 'Q123' }
    const api = { call: async () => ({ outcome: 'ok', data }) } as unknown as Api
    expect(await resolveFailure(refusal(code), api, createDraft(null))).toEqual({ kind: 'leave', path })
  },
)
