/** The Playwright fixture of the state book: serves it per worker, and opens states by name. */
import { createHash } from 'node:crypto'
import { test as base, type Page } from '@playwright/test'
import { addressOf, states } from '../states/book.ts'
import { slowLookupEvent } from '../states/clock-settings.ts'
import { type StateBookServer, serveStateBook } from '../states/serve.ts'
import type { State } from '../states/state.ts'
import type { Scheme } from './axe.ts'
import { expect } from './product.ts'

/** The brands in the pictures. They are listed, because another brand would change the brand of every state. */
const brandsInPictures = ['openroad', 'harbour', 'fern', 'turners']

/** The brand of a state, which depends on its name only. */
export function brandOf({ name }: State): string {
  const [first = 0] = createHash('sha256').update(name).digest()
  return brandsInPictures[first % brandsInPictures.length] ?? 'openroad'
}

/** Half of the states use dark mode. */
export function schemeOf({ name }: State): Scheme {
  const [, second = 0] = createHash('sha256').update(name).digest()
  return second % 2 === 0 ? 'light' : 'dark'
}

export function findState(name: string): State {
  const state = states.find(one => one.name === name)
  if (!state) throw new Error(`The state book has no ${name}`)
  return state
}

export async function showState(
  page: Page,
  book: StateBookServer,
  state: State,
  brand = brandOf(state),
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' })
  await page.goto(`${book.origin(brand)}${addressOf(state)}`)
  await expect(page.locator('html'), state.title).toHaveAttribute('data-state', 'shown')
}

/** Moves the clock until the page shows its message about a slow look-up. */
export const showSlowLookup = (page: Page) =>
  page.evaluate(name => dispatchEvent(new Event(name)), slowLookupEvent)

export const test = base.extend<object, { book: StateBookServer }>({
  book: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const book = await serveStateBook(0)
      await use(book)
      await book.close()
    },
    { scope: 'worker' },
  ],
})
