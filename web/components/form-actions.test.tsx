/** Draws the foot of a step and reads what stands beside a Next that does nothing. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { siteSettings } from '#test/site-settings.ts'
import { type PageSettings, PageSettingsContext, publicBrand } from '#web/app/page-settings.ts'
import { FormActions } from './form-actions.tsx'

const brand = [...readBrands().values()][0]
if (!brand) throw new Error('no brand')
const page: PageSettings = {
  brand: publicBrand(brand),
  ...siteSettings,
  heading: null,
}

const foot = (next: Parameters<typeof FormActions>[0]['next']): string =>
  renderToStaticMarkup(
    <PageSettingsContext value={page}>
      <FormActions next={next} />
    </PageSettingsContext>,
  )

it('[CAR-07] beside a Next that waits stands what it waits for', () => {
  const markup = foot({ disabledBecause: ['tick ‘I agree’'] })
  expect(markup).toContain('To continue:')
  expect(markup).not.toContain('tel:')
})

it('[CAR-07] [DRIVER-01] who cannot be insured is told so, with a number to call, and nothing to continue with', () => {
  const markup = foot({ stoppedBecause: ['we cannot insure a car that has been modified'] })
  expect(markup).toContain('aria-disabled="true"')
  expect(markup).toContain('we cannot insure a car that has been modified')
  expect(markup).not.toContain('To continue:')
  expect(markup).toContain(`href="tel:${brand.supportPhone.tel}"`)
})

it('[DRIVER-07] a Next at work is disabled and says that it is busy', () => {
  expect(foot({ busy: true })).toMatch(/<button[^>]* aria-disabled="true" aria-busy="true"/)
  expect(foot({})).not.toContain('aria-busy')
})

it('a Next that may be pressed has nothing beside it', () => {
  expect(foot({})).not.toMatch(/<p>|aria-disabled/)
})
