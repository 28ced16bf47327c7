/**
 * The settings that the server sends to every page besides its brand, as JSON in the HTML.
 * server/lib/built-pages.ts writes them and web/app/page-settings.ts reads them.
 */
export interface SiteSettings {
  readonly sessionTimeoutSeconds: number
  readonly captcha: 'proof-of-work' | 'recaptcha' | 'off'
  readonly recaptchaSiteKey: string | null
  readonly recaptchaVisibleSiteKey: string | null
  /** The name of the session cookie. */
  readonly sessionCookie: string
  /**
   * What a stand-in plays here, said in the footer so that nobody takes it for real cover: the payment, so that no money moves;
   * else the insurer; else another partner. Null where all are real.
   */
  readonly testModeNotice: 'payment' | 'insurer' | 'other' | null
  readonly mechanicalBreakdownUrl: string | null
  /** The brand's Google Tag Manager container, as GTM-AB12CD3. */
  readonly tagManager: string | null
  /** Calls must send a trace header. */
  readonly traced: boolean
}
