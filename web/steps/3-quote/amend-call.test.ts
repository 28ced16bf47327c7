import { describe, expect, it } from 'vitest'
import { type ProblemCode, problems } from '#contract/problems.ts'
import { amendAnswer } from './amend-call.ts'

const refusal = (code: ProblemCode) => {
  const { status, title } = problems[code]
  return amendAnswer({
    outcome: 'refused',
    status,
    problem: { type: '', title, status, code, requestId: 'r' },
  })
}

describe('what an answer to an amend means', () => {
  it.each<[ProblemCode, object]>([
    ['STALE', { outcome: 'stale' }],
    ['NOT_INSURABLE', { outcome: 'not-insurable' }],
    ['QUOTE_CONVERTED', { outcome: 'failed', path: '/converted' }],
    ['QUOTE_EXPIRED', { outcome: 'failed', path: '/expired' }],
    ['CAPTCHA_REQUIRED', { outcome: 'unchecked' }],
    ['NOT_LOGGED_IN', { outcome: 'unchecked' }],
    ['PARTNER_UNAVAILABLE', { outcome: 'failed', path: '/error-occurred' }],
    ['INTERNAL', { outcome: 'failed', path: '/error-occurred' }],
    ['NOT_READY', { outcome: 'failed', path: '/error-occurred' }],
  ])('[QUOTE-12] [EDGE-09] %s', (code, expected) => {
    expect(refusal(code)).toEqual(expected)
  })

  it('[QUOTE-12] no network is a failure', () => {
    expect(amendAnswer({ outcome: 'unreachable' })).toEqual({ outcome: 'failed', path: '/error-occurred' })
  })

  it('[DRIVER-07] 204 is an offline quote', () => {
    expect(amendAnswer({ outcome: 'empty', status: 204 })).toEqual({ outcome: 'offline' })
  })

  it('[SHELL-09] a captcha that is not ready loses nothing', () => {
    expect(amendAnswer({ outcome: 'captcha-unavailable' })).toEqual({ outcome: 'unchecked' })
  })
})
