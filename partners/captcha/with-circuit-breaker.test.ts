/**
 * Tests of the captcha circuit breaker: five failed calls, then rare trial calls, and normal calls after a
 * success.
 */
import { expect, test } from 'vitest'
import type { Captcha, CaptchaVerdict } from './port.ts'
import { withCircuitBreaker } from './with-circuit-breaker.ts'

function stand() {
  let atMs = 0
  let asked = 0
  let says: CaptchaVerdict = 'partner-out'
  const judge = async () => {
    asked += 1
    return says
  }
  const partner: Captcha = {
    kind: 'recaptcha',
    challenge: async () => null,
    verify: judge,
    verifyVisible: judge,
    identityOf: token => token,
  }
  const captcha = withCircuitBreaker(partner, () => new Date(atMs))
  return {
    verify: () => captcha.verify({ token: 't', action: 'plate', hostname: 'h' }),
    visible: () => captcha.verifyVisible({ token: 't', hostname: 'h' }),
    asked: () => asked,
    later(ms: number) {
      atMs += ms
    },
    says(verdict: CaptchaVerdict) {
      says = verdict
    },
  }
}

test('[T19] is left alone after five failures in a row, for half a minute, whichever check asks', async () => {
  const { verify, visible, asked, later } = stand()
  for (let call = 0; call < 20; call += 1) expect(await (call % 2 ? verify() : visible())).toBe('partner-out')
  expect(asked()).toBe(5)
  later(29_999)
  await verify()
  expect(asked()).toBe(5)
})

test('[T19] is tried by one call after the rest; the others wait for nothing, and follow once it answers', async () => {
  const { verify, asked, later, says } = stand()
  for (let call = 0; call < 5; call += 1) await verify()
  later(30_000)
  expect(await Promise.all([verify(), verify(), verify()])).toEqual(Array(3).fill('partner-out'))
  expect(asked()).toBe(6)
  later(30_000)
  says('invalid')
  const first = verify()
  expect(await verify()).toBe('partner-out')
  expect(await first).toBe('invalid')
  says('human')
  expect(await Promise.all([verify(), verify()])).toEqual(['human', 'human'])
  expect(asked()).toBe(9)
})

test('[T19] is asked on while it answers now and then', async () => {
  const { verify, asked, says } = stand()
  for (let round = 0; round < 10; round += 1) {
    says('partner-out')
    for (let call = 0; call < 4; call += 1) await verify()
    says('invalid')
    expect(await verify()).toBe('invalid')
  }
  expect(asked()).toBe(50)
})
