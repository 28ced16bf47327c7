/** Verifies captcha tokens for server/plugins/call-guards.ts, and grants a pass after the visible check. */
import { captchaPassedMarker } from '#contract/tokens-and-cookies.ts'
import { hashToken } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { minuteMs } from '#server/lib/durations.ts'
import type { RequestContext } from '#server/lib/handler-types.ts'
import { createBrowserSession } from './browser-session.ts'

const passMs = 30 * minuteMs
const passBudget = 30

/** While the captcha partner is down, quoting continues; calls that cost money or reach others do not. */
const closedWithoutPartner: ReadonlySet<string> = new Set(['registration', 'email', 'bind'])

/** `unguarded`: the captcha partner is down, and this call continues at a tenth of its rate limits. */
type CaptchaCheckResult = 'passed' | 'unguarded' | 'refused'

/** `refused` means 428. */
export async function checkCaptcha(
  action: string,
  token: string | undefined,
  caller: RequestContext,
  services: Dependencies,
): Promise<CaptchaCheckResult> {
  const { captcha, repositories, now } = services
  const when = (holds: boolean): CaptchaCheckResult => (holds ? 'passed' : 'refused')
  if (captcha.kind === 'off') return 'passed'
  if (token === undefined || token === '') return 'refused'
  if (token === captchaPassedMarker)
    return when(
      caller.sessionId !== null &&
        (await repositories.spendCaptchaPass(caller.sessionId, caller.addressPrefix, now())),
    )
  const verdict = await captcha.verify({ token, action, hostname: caller.hostname })
  if (verdict === 'partner-out') return closedWithoutPartner.has(action) ? 'refused' : 'unguarded'
  return when(verdict === 'human' && (await spendToken(token, services)))
}

const spendToken = (token: string, { captcha, repositories, now }: Dependencies): Promise<boolean> =>
  repositories.spendCaptchaToken(hashToken(captcha.identityOf(token)), now())

/**
 * Grants a pass for `passBudget` calls in this session and network; null if the check failed. A client without a
 * session gets a new one, `sid`: otherwise it would have to pass the check at every call.
 */
export async function grantCaptchaPass(
  token: string,
  caller: RequestContext,
  services: Dependencies,
): Promise<{ readonly sid?: string } | null> {
  const { captcha, repositories, now } = services
  if (captcha.kind === 'off') return {}
  const verdict = await captcha.verifyVisible({ token, hostname: caller.hostname })
  if (verdict !== 'human' || !(await spendToken(token, services))) return null
  const { sessionId, sid } = caller.sessionId
    ? { sessionId: caller.sessionId }
    : await createBrowserSession(caller, services)
  await repositories.grantCaptchaPass({
    sessionId,
    until: new Date(now().getTime() + passMs),
    budget: passBudget,
    addressPrefix: caller.addressPrefix,
  })
  return sid === undefined ? {} : { sid }
}
