/** The default site settings, for tests that render a page. */
import type { SiteSettings } from '#contract/page-template.ts'

export const siteSettings: SiteSettings = {
  sessionTimeoutSeconds: 1800,
  captcha: 'off',
  recaptchaSiteKey: null,
  recaptchaVisibleSiteKey: null,
  sessionCookie: 'sid',
  testModeNotice: 'payment',
  mechanicalBreakdownUrl: null,
  tagManager: null,
  traced: false,
}
