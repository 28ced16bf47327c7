/** Tests the lines of the error summary, the buttons below a step, and the reasons beside a disabled Next. */
import { expect, it } from 'vitest'
import { markupOf, pageSettings } from '#test/samples/page.tsx'
import { ErrorSummary, FormActions } from './form.tsx'

const summary = (label: string, isTried: boolean) =>
  markupOf(
    <ErrorSummary
      isTried={isTried}
      problems={[{ field: 'car.isFinanced', code: 'YES_NO_REQUIRED', text: 'Please select Yes or No' }]}
      labels={new Map([['car.isFinanced', label]])}
    />,
  )

it.each([
  ['Title', 'Title: Please select Yes or No'],
  ['Is the car financed?', 'Is the car financed? Please select Yes or No'],
])('[SHELL-13] a colon follows the field, but not a question mark: %s', (label, line) => {
  const links = summary(label, true).match(/<a [^>]*>(.*?)<\/a>/gs) ?? []
  expect(links.map(link => link.replace(/<[^>]+>/g, ''))).toEqual([line])
})

it('[SHELL-13] an error that a call finds before Next is announced without shifting the page', () => {
  expect(summary('Title', false)).toBe(
    '<p class="visually-hidden" role="alert">Title: Please select Yes or No</p>',
  )
})

const foot = (next: Parameters<typeof FormActions>[0]['next']) => markupOf(<FormActions next={next} />)

it('[CAR-07] shows beside a disabled Next what it waits for', () => {
  const markup = foot({ disabledReasons: ['tick ‘I agree’'] })
  expect(markup).toContain('To continue:')
  expect(markup).not.toContain('tel:')
})

it('[CAR-07] [DRIVER-01] tells a customer we cannot insure, with a phone number and no way to continue', () => {
  const markup = foot({ declineReasons: ['we cannot insure a car that has been modified'] })
  expect(markup).toContain('aria-disabled="true"')
  expect(markup).toContain('we cannot insure a car that has been modified')
  expect(markup).not.toContain('To continue:')
  expect(markup).toContain(`href="tel:${pageSettings.brand.supportPhone.tel}"`)
})

it('[DRIVER-07] disables Next while it works and says that it is busy; an enabled Next has nothing beside it', () => {
  expect(foot({ busy: true })).toMatch(/<button[^>]* aria-disabled="true" aria-busy="true"/)
  expect(foot({})).not.toMatch(/<p>|aria-disabled|aria-busy/)
})
