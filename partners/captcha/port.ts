/** The captcha port, and `noCaptcha`, which is used when the captcha is turned off. */

interface CaptchaCheck {
  readonly token: string
  /** The call that the token is for; another call needs another token. */
  readonly action: string
  readonly hostname: string
}

/**
 * The use of a challenge; our own challenges contain it, signed. An `invisible` challenge is valid for
 * every protected call of this host, because the browser solves it in advance. A `visible` one is valid for the
 * visible check only.
 */
export interface CaptchaPurpose {
  readonly use: 'invisible' | 'visible'
  readonly hostname: string
}

/** `invalid`: the token is malformed, expired, for another host, or scored as a robot's. */
export type CaptchaVerdict = 'human' | 'invalid' | 'partner-out'

export interface Captcha {
  readonly kind: 'proof-of-work' | 'recaptcha' | 'off'
  /** A new challenge for the browser; null if this captcha has none. */
  challenge(purpose: CaptchaPurpose): Promise<Readonly<Record<string, unknown>> | null>
  /** Verifies an invisible token; `verifyVisible` verifies the visible widget's. */
  verify(check: CaptchaCheck): Promise<CaptchaVerdict>
  verifyVisible(check: Omit<CaptchaCheck, 'action'>): Promise<CaptchaVerdict>
  /** The same value for every encoding of a token, so that a token counts only once. */
  identityOf(token: string): string
}

/** Accepts every request, for tests and CAPTCHA=off. */
export const noCaptcha: Captcha = {
  kind: 'off',
  challenge: () => Promise.resolve(null),
  verify: () => Promise.resolve('human'),
  verifyVisible: () => Promise.resolve('human'),
  identityOf: token => token,
}
