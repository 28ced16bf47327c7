/** What the server tells the pages of a house with nothing set, for tests that draw a page without one. */
import type { SiteSettings } from '#contract/site-settings.ts'

export const siteSettings: SiteSettings = {
  sessionTimeoutSeconds: 1800,
  captcha: 'off',
  recaptchaSiteKey: null,
  recaptchaVisibleSiteKey: null,
  sessionCookie: 'sid',
  testModeNotice: 'payment',
  mechanicalBreakdownUrl: null,
  traced: false,
}
