/** The captcha port: verifies a token once. */

export interface CaptchaCheck {
  readonly token: string
  /** What the visitor was doing; a token made for one action is no good for another. */
  readonly action: string
  readonly hostname: string
}

/**
 * What a puzzle is for, signed into it where the captcha makes its own. One solved ahead of need cannot know its call
 * yet: it is `invisible`, good for any guarded call at this host, and never for the visible check.
 */
export interface CaptchaPurpose {
  readonly use: 'invisible' | 'visible'
  readonly hostname: string
}

/** `invalid`: no token of a visitor here and now, or one that the partner takes for a machine's. */
export type CaptchaVerdict = 'human' | 'invalid' | 'partner-out'

export interface Captcha {
  readonly kind: 'proof-of-work' | 'recaptcha' | 'off'
  /** A new puzzle for the browser to solve, where this captcha has any; null otherwise. */
  challenge(purpose: CaptchaPurpose): Promise<Readonly<Record<string, unknown>> | null>
  /** Judges an invisible token; the visible widget's token is judged by verifyVisible. */
  verify(check: CaptchaCheck): Promise<CaptchaVerdict>
  verifyVisible(check: Omit<CaptchaCheck, 'action'>): Promise<CaptchaVerdict>
  /** The same for every way of writing the same token, so that one is spent once. */
  identityOf(token: string): string
}
