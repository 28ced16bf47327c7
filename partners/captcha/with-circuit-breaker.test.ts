/** Tests of the captcha circuit breaker: it opens after five failures and closes after a successful trial call. */
import { expect, test } from 'vitest'
import type { Captcha, CaptchaVerdict } from './port.ts'
import { withCircuitBreaker } from './with-circuit-breaker.ts'

function openBreaker() {
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

test('[T19] gets no calls for half a minute after five consecutive failures of any check', async () => {
  const { verify, visible, asked, later } = openBreaker()
  for (let call = 0; call < 20; call += 1) expect(await (call % 2 ? verify() : visible())).toBe('partner-out')
  expect(asked()).toBe(5)
  later(29_999)
  await verify()
  expect(asked()).toBe(5)
})

test('[T19] gets one trial call after the pause; other calls fail at once until it succeeds', async () => {
  const { verify, asked, later, says } = openBreaker()
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

test('[T19] keeps getting calls while some of them succeed', async () => {
  const { verify, asked, says } = openBreaker()
  for (let round = 0; round < 10; round += 1) {
    says('partner-out')
    for (let call = 0; call < 4; call += 1) await verify()
    says('invalid')
    expect(await verify()).toBe('invalid')
  }
  expect(asked()).toBe(50)
})
