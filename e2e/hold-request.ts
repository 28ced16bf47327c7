/** Holds a request of a page until the test releases it, to simulate a slow partner, call or file. */
import type { Page } from '@playwright/test'

/** @returns lets everything that was kept back go on, and what is asked for later as well */
export async function holdRequest(page: Page, ...patterns: readonly string[]): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  for (const pattern of patterns)
    await page.route(pattern, async route => {
      await released.promise
      await route.continue()
    })
  return released.resolve
}
