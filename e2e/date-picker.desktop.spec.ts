/** Browser tests of the calendar button beside the policy start and payment start dates. */
import type { Page } from '@playwright/test'
import { formatDay } from '#journey/dates.ts'
import { expectAccessible } from './axe.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

/** No browser under test shows its calendar to a test, so the call that opens it is noted instead. */
const noteOpenedPickers = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { opened: [] })
    HTMLInputElement.prototype.showPicker = function (this: HTMLInputElement) {
      if (!navigator.userActivation.isActive) throw new DOMException('no user activation', 'NotAllowedError')
      Reflect.get(window, 'opened').push([this.value, this.min, this.max])
    }
  })

const opened = (page: Page): Promise<[value: string, min: string, max: string][]> =>
  page.evaluate(() => Reflect.get(window, 'opened'))

/** The days that the hint under the field names. */
async function hintedDays(page: Page): Promise<readonly string[]> {
  const hint = await page.getByText(/^From \d\d\//).textContent()
  return hint?.match(/\d\d\/\d\d\/\d{4}/g) ?? []
}

for (const { step, label, button } of [
  { step: 3, label: 'Policy start date', button: 'Choose the first day of cover from a calendar' },
  { step: 4, label: 'Payment start date', button: 'Choose the first payment day from a calendar' },
  { step: 5, label: 'Payment start date', button: 'Choose the first payment day from a calendar' },
] as const)
  test(`[BUS-06] [QUOTE-08] [PAY-03] on step ${step} a button opens the browser’s calendar for the ${label}, limited to the allowed days, by keyboard as well`, async ({
    page,
    product,
  }) => {
    await noteOpenedPickers(page)
    await openStep(page, product, step)
    if (step === 4) await page.getByRole('radio', { name: 'Direct Debit - Credit Card' }).check()
    // The field is the only control that is found by its label.
    const field = page.getByLabel(label)
    await expect(field).toHaveAttribute('type', 'text')
    const opener = page.getByRole('button', { name: button })
    const picker = page.locator('input[type=date]')

    const [first = '', last = ''] = await hintedDays(page)
    await field.fill(first)
    await field.press('Tab')
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    const [value = '', min = '', max = ''] = (await opened(page))[0] ?? []
    expect([value, min, max].map(formatDay)).toEqual([first, first, last])
    // The picker itself is no second control: neither to the keyboard nor to a screen reader.
    await page.keyboard.press('Tab')
    await expect(picker).not.toBeFocused()

    await picker.fill(max)
    await expect(field).toHaveValue(last)
    await expect(opener).toBeFocused()
    await expect(page.locator('[data-live]')).toHaveText(/^\d+ [A-Z][a-z]+ \d{4}$/)
    await expect(page.getByRole('alert')).toHaveCount(0)

    // A day that is typed half cannot be shown by the calendar: it opens at the allowed days.
    await field.fill('12/1')
    await opener.click()
    await expect.poll(async () => (await opened(page)).at(-1)).toEqual(['', min, max])
    await picker.fill(min)
    await picker.fill('')
    await expect(field).toHaveValue('')
    await expectAccessible(page, `step ${step}`)
  })
