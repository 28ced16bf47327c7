/** Holds requests until a test releases them, and answers with problems, to simulate slow and failing partners. */
import type { Page, Route } from '@playwright/test'

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

/** Waits until the page has handled the responses so far: a call of the test ends after them. */
export const responsesHandled = (page: Page): Promise<unknown> => page.evaluate(() => fetch('/ready'))

/** Releases a held request, and waits until the page has handled its response. */
export async function releaseAndHandle(page: Page, pattern: string, release: () => void): Promise<void> {
  const answered = page.waitForResponse(pattern)
  release()
  await (await answered).finished()
  await responsesHandled(page)
}

/** Answers a call with a problem, as the server does. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}) => {
  const body = JSON.stringify({ type: 'about:blank', title: code, status, code })
  return (route: Route): Promise<void> =>
    route.fulfill({ status, headers, contentType: 'application/problem+json', body })
}
