/** Tests the footer's texts about cookies, and its notice about simulated partners. */
import { expect, it } from 'vitest'
import { fillPage, type SiteSettings } from '#contract/page-template.ts'
import { markupOf } from '#test/samples/page.tsx'
import { siteSettings } from '#test/site-settings.ts'
import { headerAndFooterText } from '#web/content/header-and-footer.ts'
import { Footer } from './footer.tsx'

const drawn = (settings: Partial<SiteSettings>): string =>
  fillPage(markupOf(<Footer />), { ...siteSettings, ...settings })

it('[SHELL-04] [SHELL-10] names the session cookie as configured', () => {
  expect(drawn({ sessionCookie: '__Host-sid' })).toContain('<strong>__Host-sid</strong>')
  expect(drawn({})).toContain('<strong>sid</strong>')
})

it('[SHELL-04] [SHELL-09] mentions Google’s cookie only when reCAPTCHA is on', () => {
  expect(drawn({ captcha: 'recaptcha' })).toContain(headerAndFooterText.cookieOfGoogle)
  for (const captcha of ['proof-of-work', 'off'] as const) expect(drawn({ captcha })).not.toContain('Google')
})

it('[SHELL-04] states that payments are simulated only if they are, and has no notice with real partners', () => {
  const notice = (testModeNotice: SiteSettings['testModeNotice']) => drawn({ testModeNotice })
  expect(notice('payment')).toContain('nothing you buy here is real cover, and no money moves')
  expect(notice('insurer')).toContain('nothing you buy here is real cover.')
  expect(notice('other')).toContain('Parts of this site run with stand-in partners.')
  for (const kind of ['insurer', 'other', null] as const) expect(notice(kind)).not.toContain('no money')
  expect(notice(null)).not.toContain('stand-in')
})
