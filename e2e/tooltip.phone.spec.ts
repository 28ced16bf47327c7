/** A tooltip under a finger: open at once, and for fifty seconds. */
import { reachPolicyholder } from './customer.ts'
import { expect, test } from './product.ts'

test('[SHELL-11] a touch opens the tooltip at once and it stays 50 seconds', async ({ page, product }) => {
  await reachPolicyholder(page, product)
  const tip = page.getByRole('button', { name: /policyholders/ }).filter({ hasText: '?' })
  await page.clock.install()
  // Stopped, so that a slow machine's own seconds do not count among the fifty.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  // The browser remembers where the journey last clicked: scrolled under that place, the tip would be hovered as well.
  await page.mouse.move(0, 0)
  await tip.tap()
  await expect(tip).toHaveAttribute('aria-expanded', 'true')
  await page.clock.runFor(49_000)
  await expect(tip).toHaveAttribute('aria-expanded', 'true')
  await page.clock.runFor(2_000)
  await expect(tip).toHaveAttribute('aria-expanded', 'false')
})
