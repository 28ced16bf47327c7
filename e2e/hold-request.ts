/** Holds requests of a page until the test releases them, to simulate slow partners, calls or files. */
import type { Page } from '@playwright/test'

/** @returns a function that releases all held and later requests */
export async function holdRequest(page: Page, ...patterns: readonly string[]): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  for (const pattern of patterns)
    await page.route(pattern, async route => {
      await released.promise
      await route.continue()
    })
  return released.resolve
}
