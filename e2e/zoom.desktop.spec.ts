/** Browser tests of zoom: the highlighted address and an open tooltip stay visible (WCAG 1.4.10). */
import { startQuote } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test('[CAR-09] the highlighted address is visible at 400 % zoom', async ({ page, product }) => {
  await page.setViewportSize({ width: 640, height: 320 })
  await startQuote(page, product)
  // Suggestions need the session that comes with a plate.
  const loggedIn = page.waitForResponse('**/edge/login')
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  // Away from the list: the mouse would highlight the line that scrolls under it.
  await page.mouse.move(0, 0)
  await address.focus()
  await loggedIn
  // Filled at once: the suggestions of half the word would be replaced during the arrow keys.
  await address.fill('Auckland')
  const lines = page.getByRole('option')
  await expect(lines.nth(3)).toBeAttached()
  for (const line of await lines.all()) {
    await page.keyboard.press('ArrowDown')
    await expect(line).toHaveAttribute('aria-selected', 'true')
    await expect(line).toBeInViewport()
  }
})

test('[SHELL-11] an open tooltip is completely visible at every width', async ({ page, product }) => {
  await openStep(page, product, 4)
  const tip = page.getByRole('button', { name: 'About additional policyholders' })
  for (const width of [320, 344, 360, 390, 430, 640, 768, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await tip.focus()
    const box = await page.getByRole('tooltip').boundingBox()
    expect(box?.x, String(width)).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), String(width)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await tip.blur()
  }
})
