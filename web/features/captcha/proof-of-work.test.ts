/** Tests of the proof-of-work captcha: it solves real ALTCHA puzzles, and uses each solution once. */
import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { buildUrl } from '#web/api/request-and-response.ts'
import { createProofOfWork, fetchChallenge } from './proof-of-work.ts'

const hmacSignatureSecret = 'only-for-this-test'
const freshChallenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    keyPrefix: '0',
    deriveKey,
    hmacSignatureSecret,
    expiresAt: new Date(Date.now() + 120_000),
  })

function testCaptcha() {
  const challenge = vi.fn(freshChallenge)
  const solve = vi.fn(async (puzzle: unknown) => {
    const solution = await solveChallenge({
      challenge: puzzle as Awaited<ReturnType<typeof freshChallenge>>,
      deriveKey,
    })
    if (!solution) throw new Error('not solved')
    return solution
  })
  return { captcha: createProofOfWork({ challenge, solve }), challenge, solve }
}

describe('proof of work', () => {
  it("[SHELL-09] makes tokens that ALTCHA's server library accepts", async () => {
    const token = await testCaptcha().captcha.token('quote')
    const { challenge, solution } = JSON.parse(atob(String(token)))
    expect((await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified).toBe(
      true,
    )
  })

  it('solves one puzzle in advance and uses each once', async () => {
    const { captcha, challenge } = testCaptcha()
    captcha.prepare()
    captcha.prepare()
    expect(challenge).toHaveBeenCalledOnce()
    const tokens = await Promise.all([captcha.token('a'), captcha.token('b'), captcha.token('c')])
    expect(new Set(tokens).size).toBe(3)
  })

  it('solves a new puzzle when the cached solution has expired', async () => {
    const { captcha, challenge, solve } = testCaptcha()
    captcha.prepare()
    await expect.poll(() => solve.mock.settledResults[0]?.type).toBe('fulfilled')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 91_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(typeof (await captcha.token('a'))).toBe('string')
    // The expired one, the used one, and one for the next call.
    expect(challenge).toHaveBeenCalledTimes(3)
  })

  it('[SHELL-09] asks the server for a puzzle of its use, and has none if the server sends none', async () => {
    const asked: string[] = []
    const answers = [Response.json({ signature: 's' }), new Response(null, { status: 503 })]
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return answers.shift()
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await fetchChallenge('visible')).toEqual({ signature: 's' })
    expect(await fetchChallenge('invisible')).toBeNull()
    // Written out where it is asked: by the table it would weigh more than the first screen has room for.
    const row = routes.captchaChallenge
    expect(asked).toEqual(
      (['visible', 'invisible'] as const).map(use => buildUrl(row, { query: { use } }, undefined)),
    )
  })

  it('[SHELL-09] has no token when the server gives no puzzle', async () => {
    const captcha = createProofOfWork({
      challenge: async () => null,
      solve: () => Promise.reject(new Error()),
    })
    expect(await captcha.token('a')).toBeNull()
  })
})
