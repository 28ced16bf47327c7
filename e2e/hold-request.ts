/** Holds and counts requests of a page, to simulate slow partners, calls or files and to see what it sent. */
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

/** @returns a function that gives the number of requests since to URLs with this ending */
export function countRequests(page: Page, ending: string): () => number {
  let count = 0
  page.on('request', request => {
    if (request.url().endsWith(ending)) count += 1
  })
  return () => count
}
