/** Holds, counts and answers requests of a page, to simulate slow and failing partners and to see what it sent. */
import type { Page, Route } from '@playwright/test'

/** @returns a function that releases all held and later requests, which `respond` answers */
export async function holdRequest(
  page: Page,
  pattern: string | RegExp,
  respond = (route: Route) => route.continue(),
): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(pattern, async route => {
    await released.promise
    await respond(route)
  })
  return released.resolve
}

/** @returns a function that gives the number of requests since to URLs whose path has this ending */
export function countRequests(page: Page, ending: string): () => number {
  let count = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname.endsWith(ending)) count += 1
  })
  return () => count
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
