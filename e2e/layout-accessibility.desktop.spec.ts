/**
 * Accessibility tests of the frame with axe: the entry screen, step 1 empty, refused and filled, and each
 * dialog.
 */
import { expectAccessible } from './axe.ts'
import { fillCar, startQuote } from './customer.ts'
import { expect, test } from './product.ts'

test('[SHELL-08] [SHELL-12] [SHELL-13] [CAR-01] entry and step 1 meet WCAG in every state', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/vehicle`)
  await expectAccessible(page, 'entry')
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  await expect(page.getByRole('alert')).toContainText('Quote number is required to proceed.')
  await expectAccessible(page, 'entry with messages')
  await page.getByRole('link', { name: 'Start a new quote' }).click()
  const important = page.getByRole('dialog', { name: 'Important information' })
  await expect(important).toBeVisible()
  await expectAccessible(page, 'Important information')
  await important.getByRole('button', { name: 'I understand' }).click()
  await expectAccessible(page, 'step 1 empty')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('There is a problem')
  await expectAccessible(page, 'step 1 with messages')
  await fillCar(page)
  await expectAccessible(page, 'step 1 filled')
  const earns = page.getByRole('group', { name: 'Is the car used to earn an income?' })
  await earns.getByRole('radio', { name: 'Yes' }).check()
  await expect(page.getByRole('dialog', { name: 'Sorry' })).toBeVisible()
  await expectAccessible(page, 'Sorry')
})

test('[SHELL-08] [SHELL-12] a dialog traps and returns the focus and locks the page; ‘Sorry’ does not close on Escape', async ({
  page,
  product,
}) => {
  await startQuote(page, product)
  const opener = page.getByRole('button', { name: 'Enter address manually' })
  await opener.click()
  const popup = page.getByRole('dialog', { name: 'Enter Address Manually' })
  expect((await popup.boundingBox())?.width).toBeGreaterThanOrEqual(720)
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  // Back from where the focus begins, then all the way round either way.
  for (const key of ['Shift+Tab', 'Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press(key)
      expect(await popup.evaluate(node => node.contains(document.activeElement))).toBe(true)
    }
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await expect(opener).toBeFocused()

  const earns = page.getByRole('group', { name: 'Is the car used to earn an income?' })
  await earns.getByRole('radio', { name: 'Yes' }).check()
  const sorry = page.getByRole('dialog', { name: 'Sorry' })
  await expect(sorry).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Escape')
  await expect(sorry).toBeVisible()
  await page.mouse.click(3, 3)
  await page.keyboard.press('Escape')
  await expect(sorry).toBeVisible()
  // Where nothing has the focus the browser closes it after some Escapes, whatever it is told.
  await sorry.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Escape')
  await expect(sorry).toBeVisible()
  await sorry.getByRole('button', { name: 'Dismiss' }).click()
  await expect(sorry).toHaveCount(0)
})
