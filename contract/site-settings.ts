/** What the server tells every page besides its brand, as JSON in the HTML: server/http/rendered-pages.ts fills it in, web/page.ts reads it. */
export interface SiteSettings {
  readonly sessionTimeoutSeconds: number
  readonly captcha: 'proof-of-work' | 'recaptcha' | 'off'
  readonly recaptchaSiteKey: string | null
  readonly recaptchaVisibleSiteKey: string | null
  /** Partners of this installation are stand-ins: said in the footer, so that nobody takes it for real cover. */
  readonly sandbox: boolean
  readonly mechanicalBreakdownUrl: string | null
  /** Calls are to carry a trace mark. */
  readonly traced: boolean
}
