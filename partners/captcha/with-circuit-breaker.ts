/**
 * A circuit breaker around a captcha adapter: while the partner is down, no customer waits five seconds
 * for a timeout. After a pause one trial call goes through; the others follow once it succeeds.
 */
import type { Captcha, CaptchaVerdict } from './port.ts'

/** In a row, without an answer between. One alone may be the network. */
const failuresToRest = 5
const restMs = 30_000

export function withCircuitBreaker(captcha: Captcha, now: () => Date): Captcha {
  let failures = 0
  let restsUntil = 0

  async function ask(judge: () => Promise<CaptchaVerdict>): Promise<CaptchaVerdict> {
    if (failures >= failuresToRest) {
      if (now().getTime() < restsUntil) return 'partner-out'
      // Calls that arrive during the trial call fail at once.
      restsUntil = now().getTime() + restMs
    }
    const verdict = await judge()
    failures = verdict === 'partner-out' ? failures + 1 : 0
    if (failures === failuresToRest) restsUntil = now().getTime() + restMs
    return verdict
  }

  return {
    ...captcha,
    verify: check => ask(() => captcha.verify(check)),
    verifyVisible: check => ask(() => captcha.verifyVisible(check)),
  }
}
