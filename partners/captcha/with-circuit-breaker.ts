/**
 * A circuit breaker around a captcha adapter: while the partner is down, no customer waits five seconds
 * for a timeout. After a pause one trial call goes through; the others follow once it succeeds.
 */
import type { Captcha, CaptchaVerdict } from './port.ts'

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
