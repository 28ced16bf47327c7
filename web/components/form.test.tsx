/** Tests the lines of the error summary, the buttons below a step, and the reasons beside a disabled Next. */
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { siteSettings } from '#test/site-settings.ts'
import { type PageSettings, PageSettingsContext, publicBrand } from '#web/lib/page-settings.ts'
import { ErrorSummary, FormActions } from './form.tsx'

const lines = (label: string): string[] =>
  renderToStaticMarkup(
    <ErrorSummary
      isTried
      problems={[{ field: 'car.isFinanced', code: 'YES_NO_REQUIRED', text: "Please select 'Yes' or 'No'" }]}
      labels={new Map([['car.isFinanced', label]])}
    />,
  )
    .match(/<a [^>]*>(.*?)<\/a>/gs)
    ?.map(link => link.replace(/<[^>]+>/g, '').replaceAll('&#x27;', "'")) ?? []

it('[SHELL-13] puts a colon between a field and its message, but not after a question mark', () => {
  expect(lines('Title')).toEqual(["Title: Please select 'Yes' or 'No'"])
  expect(lines('Is the car financed?')).toEqual(["Is the car financed? Please select 'Yes' or 'No'"])
})

it('[SHELL-13] an error that a call finds before Next is announced without shifting the page', () => {
  const heard = renderToStaticMarkup(
    <ErrorSummary
      isTried={false}
      problems={[{ field: 'car.plate', code: 'PLATE_INVALID', text: 'Please enter a valid plate number' }]}
      labels={new Map([['car.plate', 'Number plate']])}
    />,
  )
  expect(heard).toBe('<p class="hear" role="alert">Number plate: Please enter a valid plate number</p>')
})

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

it('[CAR-07] shows beside a disabled Next what it waits for', () => {
  const markup = foot({ disabledBecause: ['tick ‘I agree’'] })
  expect(markup).toContain('To continue:')
  expect(markup).not.toContain('tel:')
})

it('[CAR-07] [DRIVER-01] tells a customer we cannot insure, with a phone number and no way to continue', () => {
  const markup = foot({ stoppedBecause: ['we cannot insure a car that has been modified'] })
  expect(markup).toContain('aria-disabled="true"')
  expect(markup).toContain('we cannot insure a car that has been modified')
  expect(markup).not.toContain('To continue:')
  expect(markup).toContain(`href="tel:${brand.supportPhone.tel}"`)
})

it('[DRIVER-07] disables Next while it works and says that it is busy', () => {
  expect(foot({ busy: true })).toMatch(/<button[^>]* aria-disabled="true" aria-busy="true"/)
  expect(foot({})).not.toContain('aria-busy')
})

it('shows nothing beside an enabled Next', () => {
  expect(foot({})).not.toMatch(/<p>|aria-disabled/)
})
