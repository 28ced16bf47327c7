/** The captcha adapter for Google reCAPTCHA, and the circuit breaker of its calls. */
import { z } from 'zod'
import { callPartner } from '#partners/http.ts'
import type { Captcha, CaptchaVerdict } from './port.ts'

export interface RecaptchaOptions {
  /** The secret key of reCAPTCHA version 3, for invisible tokens. */
  readonly secret: string
  /** The secret key of reCAPTCHA version 2, for the visible checkbox. */
  readonly visibleSecret: string
  readonly now: () => Date
  readonly verifyUrl?: string
  readonly timeoutMs?: number
}

const googleUrl = 'https://www.google.com/recaptcha/api/siteverify'
const maximumAgeMs = 120_000
/** 0 is a robot, 1 a person. */
const minimumScore = 0.5

const verification = z.object({
  success: z.boolean(),
  hostname: z.string().default(''),
  challenge_ts: z.string().default(''),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})
type Verification = z.output<typeof verification>

/** Errors of our secret, not of the customer's token. */
const secretErrorCodes: ReadonlySet<string> = new Set(['missing-input-secret', 'invalid-input-secret'])
/**
 * With these statuses Google rejects the token: everything else in our requests is constant. If they counted as an
 * outage, a malformed token would bypass the captcha.
 */
const tokenErrorStatuses: ReadonlySet<number> = new Set([400, 413])
const rejected: Verification = { success: false, hostname: '', challenge_ts: '', 'error-codes': [] }

export function recaptcha(options: RecaptchaOptions): Captcha {
  async function ask(secret: string, token: string): Promise<Verification | null> {
    const response = await callPartner({
      url: options.verifyUrl ?? googleUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token }).toString(),
      timeoutMs: options.timeoutMs ?? 5_000,
    })
    if (tokenErrorStatuses.has(response.status)) return rejected
    const read = verification.safeParse(response.status === 200 ? response.json : null)
    return read.success ? read.data : null
  }

  function verdictOf(found: Verification | null, hostname: string): CaptchaVerdict {
    if (!found || found['error-codes'].some(code => secretErrorCodes.has(code))) return 'partner-out'
    const ageMs = options.now().getTime() - Date.parse(found.challenge_ts)
    const fresh = ageMs <= maximumAgeMs
    return found.success && found.hostname === hostname && fresh ? 'human' : 'invalid'
  }

  return {
    kind: 'recaptcha',
    challenge: () => Promise.resolve(null),
    async verify({ token, action, hostname }) {
      const found = await ask(options.secret, token)
      const verdict = verdictOf(found, hostname)
      if (verdict !== 'human') return verdict
      if (found?.action !== action || found.score === undefined) return 'invalid'
      return found.score >= minimumScore ? 'human' : 'invalid'
    },
    verifyVisible: async ({ token, hostname }) =>
      verdictOf(await ask(options.visibleSecret, token), hostname),
    identityOf: token => token,
  }
}

/** Consecutive failures that open the circuit; a single one may be the network. */
const failureThreshold = 5
const openMs = 30_000

export function withCircuitBreaker(captcha: Captcha, now: () => Date): Captcha {
  let failures = 0
  let openUntil = 0

  async function ask(judge: () => Promise<CaptchaVerdict>): Promise<CaptchaVerdict> {
    if (failures >= failureThreshold) {
      if (now().getTime() < openUntil) return 'partner-out'
      // Calls that arrive during the trial call fail at once.
      openUntil = now().getTime() + openMs
    }
    const verdict = await judge()
    failures = verdict === 'partner-out' ? failures + 1 : 0
    if (failures === failureThreshold) openUntil = now().getTime() + openMs
    return verdict
  }

  return {
    ...captcha,
    verify: check => ask(() => captcha.verify(check)),
    verifyVisible: check => ask(() => captcha.verifyVisible(check)),
  }
}
