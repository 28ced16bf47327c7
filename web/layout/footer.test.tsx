/** Tests the footer's texts about cookies, and its notice about simulated partners. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { fillPage, type SiteSettings } from '#contract/page-template.ts'
import { siteSettings } from '#test/site-settings.ts'
import { headerAndFooterText } from '#web/content/header-and-footer.ts'
import { PageSettingsContext, publicBrand } from '#web/lib/page-settings.ts'
import { Footer } from './footer.tsx'

function drawn(settings: Partial<SiteSettings>): string {
  const [brand] = readBrands().values()
  if (!brand) throw new Error('no brand')
  const page = { brand: publicBrand(brand), ...siteSettings, heading: null } as const
  const template = renderToStaticMarkup(
    <PageSettingsContext value={page}>
      <Footer />
    </PageSettingsContext>,
  )
  return fillPage(template, { ...siteSettings, ...settings })
}

it('[SHELL-04] [SHELL-10] names the session cookie as configured', () => {
  expect(drawn({ sessionCookie: '__Host-sid' })).toContain('<strong>__Host-sid</strong>')
  expect(drawn({})).toContain('<strong>sid</strong>')
})

it('[SHELL-04] [SHELL-09] mentions Google’s cookie only when reCAPTCHA is on', () => {
  expect(drawn({ captcha: 'recaptcha' })).toContain(headerAndFooterText.cookieOfGoogle)
  for (const captcha of ['proof-of-work', 'off'] as const) expect(drawn({ captcha })).not.toContain('Google')
})

it('[SHELL-04] says that no money moves only when payments are simulated, and shows no notice when every partner is real', () => {
  expect(drawn({ testModeNotice: 'payment' })).toContain(
    'nothing you buy here is real cover, and no money moves',
  )
  expect(drawn({ testModeNotice: 'insurer' })).toContain('nothing you buy here is real cover.')
  expect(drawn({ testModeNotice: 'other' })).toContain('Parts of this site run with stand-in partners.')
  for (const testModeNotice of ['insurer', 'other', null] as const)
    expect(drawn({ testModeNotice })).not.toContain('no money')
  expect(drawn({ testModeNotice: null })).not.toContain('stand-in')
})
