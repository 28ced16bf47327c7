/** Tests of the captcha adapters: a real puzzle, Google's responses from a fake server, and no captcha. */
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { type CannedResponse, cannedServer } from '#test/canned-server.ts'
import { type Captcha, type CaptchaPurpose, type CaptchaVerdict, noCaptcha } from './port.ts'
import { proofOfWork } from './proof-of-work.ts'
import { recaptcha, withCircuitBreaker } from './recaptcha.ts'

const now = new Date()
const here = { action: 'plate', hostname: 'harbour.localhost' }

describe('proof of work', () => {
  const clock = { now }
  const make = (key = 'key') => proofOfWork({ key, now: () => clock.now, cost: 2, attempts: 6 })

  async function solved(captcha: Captcha, use: CaptchaPurpose['use'] = 'invisible') {
    const challenge = (await captcha.challenge({ use, hostname: here.hostname })) as unknown as Challenge
    return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  }
  const token = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

  test('[SHELL-09] accepts an invisible puzzle for every call, only at its own host and with our key', async () => {
    const worth = token(await solved(make()))
    expect(await make().verify({ token: worth, ...here, action: 'bind' })).toBe('human')
    expect(await make().verify({ token: worth, ...here, hostname: 'fern.localhost' })).toBe('invalid')
    expect(await make('another').verify({ token: worth, ...here })).toBe('invalid')
  })

  test('[SHELL-09] the visible check accepts only a visible puzzle, and other calls do not accept it', async () => {
    const visible = token(await solved(make(), 'visible'))
    const invisible = token(await solved(make()))
    const { hostname } = here
    expect(await make().verifyVisible({ token: visible, hostname })).toBe('human')
    expect(await make().verifyVisible({ token: visible, hostname: 'fern.localhost' })).toBe('invalid')
    expect(await make().verifyVisible({ token: invisible, hostname })).toBe('invalid')
    expect(await make().verify({ token: visible, ...here })).toBe('invalid')
  })

  test('[SHELL-09] a puzzle takes the configured attempts, a third more or fewer', async () => {
    const long = proofOfWork({ key: 'key', now: () => clock.now, cost: 2, attempts: 600 })
    for (let puzzle = 0; puzzle < 20; puzzle += 1) {
      const { solution } = await solved(long)
      expect(solution?.counter).toBeGreaterThanOrEqual(400)
      expect(solution?.counter).toBeLessThanOrEqual(800)
    }
  })

  test('a puzzle is valid for five minutes', async () => {
    const payload = token(await solved(make()))
    clock.now = new Date(now.getTime() + 299_000)
    expect(await make().verify({ token: payload, ...here })).toBe('human')
    clock.now = new Date(now.getTime() + 301_000)
    expect(await make().verify({ token: payload, ...here })).toBe('invalid')
    clock.now = now
  })

  test('rejects any change to a puzzle or its solution', async () => {
    const { challenge, solution } = await solved(make())
    const good = { challenge, solution }
    const { parameters } = challenge
    const withParameters = (changes: object) => ({
      ...good,
      challenge: { ...challenge, parameters: { ...parameters, ...changes } },
    })
    const tampered = [
      withParameters({ expiresAt: (parameters.expiresAt ?? 0) + 600 }),
      withParameters({ data: { use: 'visible', hostname: here.hostname } }),
      withParameters({ cost: 1 }),
      withParameters({ data: undefined }),
      { ...good, challenge: { ...challenge, signature: '' } },
      { ...good, challenge: { parameters } },
      { ...good, solution: { counter: 1, derivedKey: '00'.repeat(32) } },
      { ...good, solution: null },
    ]
    for (const payload of tampered) {
      expect(await make().verifyVisible({ token: token(payload), hostname: here.hostname })).toBe('invalid')
      expect(await make().verify({ token: token(payload), ...here })).toBe('invalid')
    }
  })

  test.each(['', 'null', '%%%', token([]), 'A'.repeat(8192)])('%j is no token', async text => {
    expect(await make().verify({ token: text, ...here })).toBe('invalid')
  })
})

describe('reCAPTCHA', () => {
  const good = { success: true, ...here, score: 0.9, challenge_ts: now.toISOString() }
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

  const verdictFor = async (answer: CannedResponse, visible = false) => {
    const { origin, requests } = await cannedServer(() => answer)
    const timeoutMs = answer === null ? 150 : 5_000
    const secrets = { secret: 'v3', visibleSecret: 'v2' }
    const captcha = recaptcha({ ...secrets, now: () => now, verifyUrl: origin, timeoutMs })
    const verdict = await (visible
      ? captcha.verifyVisible({ token: 't&x', hostname: here.hostname })
      : captcha.verify({ token: 't&x', ...here }))
    return { verdict, asked: new URLSearchParams(requests[0]?.body) }
  }
  const json = (changes: object) => ({ body: JSON.stringify({ ...good, ...changes }) })

  test.each([
    [{}, 'human'],
    [{ score: 0.5 }, 'human'],
    [{ score: 0.49 }, 'invalid'],
    [{ score: undefined }, 'invalid'],
    [{ action: 'bind' }, 'invalid'],
    [{ action: undefined }, 'invalid'],
    [{ hostname: 'evil.example' }, 'invalid'],
    [{ challenge_ts: ago(119) }, 'human'],
    [{ challenge_ts: ago(121) }, 'invalid'],
    [{ challenge_ts: 'yesterday' }, 'invalid'],
    [{ success: false, 'error-codes': ['invalid-input-response'] }, 'invalid'],
    [{ success: false, 'error-codes': ['invalid-input-secret'] }, 'partner-out'],
    // A customer's token can cause these errors, so they must not bypass the captcha.
    [{ success: false, 'error-codes': ['bad-request', 'invalid-input-response'] }, 'invalid'],
  ])('[SHELL-09] an invisible token with %j is %s', async (changes, verdict) => {
    expect((await verdictFor(json(changes))).verdict).toBe(verdict)
  })

  test.each([
    [{ score: undefined, action: undefined }, 'human'],
    [{ hostname: 'evil.example' }, 'invalid'],
    [{ challenge_ts: ago(121) }, 'invalid'],
    [{ success: false }, 'invalid'],
  ])('[SHELL-09] a visible token with %j is %s', async (changes, verdict) => {
    const { verdict: found, asked } = await verdictFor(json(changes), true)
    expect(found).toBe(verdict)
    expect(asked.get('secret')).toBe('v2')
    expect(asked.get('response')).toBe('t&x')
  })

  test.each<[what: string, answer: CannedResponse, verdict: CaptchaVerdict]>([
    ['refuses to read the token with 400', { status: 400 }, 'invalid'],
    ['refuses to read the token with 413', { status: 413 }, 'invalid'],
    ['hangs', null, 'partner-out'],
    ['answers 500', { status: 500 }, 'partner-out'],
    ['answers garbage', { body: '<html>' }, 'partner-out'],
    ['answers another shape', { body: '{"success":"true"}' }, 'partner-out'],
  ])('[SHELL-09] both checks have the right verdict when Google %s', async (_, answer, verdict) => {
    expect((await verdictFor(answer)).verdict).toBe(verdict)
    expect((await verdictFor(answer, true)).verdict).toBe(verdict)
  })
})

test('with CAPTCHA=off every request is accepted and there is no puzzle', async () => {
  expect(await noCaptcha.challenge({ use: 'visible', hostname: here.hostname })).toBeNull()
  expect(await noCaptcha.verify({ token: '', ...here })).toBe('human')
  expect(await noCaptcha.verifyVisible({ token: '', hostname: here.hostname })).toBe('human')
})

function openBreaker() {
  const state = { atMs: 0, asked: 0, says: 'partner-out' as CaptchaVerdict }
  const judge = async () => {
    state.asked += 1
    return state.says
  }
  const partner: Captcha = { ...noCaptcha, verify: judge, verifyVisible: judge }
  const captcha = withCircuitBreaker(partner, () => new Date(state.atMs))
  return {
    state,
    verify: () => captcha.verify({ token: 't', ...here }),
    visible: () => captcha.verifyVisible({ token: 't', hostname: here.hostname }),
  }
}

test('[T19] gets no calls for half a minute after five consecutive failures of any check', async () => {
  const { state, verify, visible } = openBreaker()
  for (let call = 0; call < 20; call += 1) expect(await (call % 2 ? verify() : visible())).toBe('partner-out')
  expect(state.asked).toBe(5)
  state.atMs += 29_999
  await verify()
  expect(state.asked).toBe(5)
})

test('[T19] gets one trial call after the pause; other calls fail at once until it succeeds', async () => {
  const { state, verify } = openBreaker()
  for (let call = 0; call < 5; call += 1) await verify()
  state.atMs += 30_000
  expect(await Promise.all([verify(), verify(), verify()])).toEqual(Array(3).fill('partner-out'))
  expect(state.asked).toBe(6)
  state.atMs += 30_000
  state.says = 'invalid'
  const first = verify()
  expect(await verify()).toBe('partner-out')
  expect(await first).toBe('invalid')
  state.says = 'human'
  expect(await Promise.all([verify(), verify()])).toEqual(['human', 'human'])
  expect(state.asked).toBe(9)
})

test('[T19] keeps getting calls while some of them succeed', async () => {
  const { state, verify } = openBreaker()
  for (let round = 0; round < 10; round += 1) {
    state.says = 'partner-out'
    for (let call = 0; call < 4; call += 1) await verify()
    state.says = 'invalid'
    expect(await verify()).toBe('invalid')
  }
  expect(state.asked).toBe(50)
})
