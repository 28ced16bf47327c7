/**
 * Fixture that serves the state book once per worker, opens a state by name, and says which brand shows which
 * state.
 */
import { createHash } from 'node:crypto'
import { test as base, type Page } from '@playwright/test'
import { addressOf, states } from '../states/book.ts'
import { type StateBookServer, serveStateBook } from '../states/serve.ts'
import { slowLookupEvent } from '../states/slow-lookup-event.ts'
import type { State } from '../states/state.ts'
import type { Scheme } from './axe.ts'
import { expect } from './product.ts'

/** Those the pictures show: one more would give every state another brand, and so another picture. */
const pictured = ['openroad', 'harbour', 'fern', 'turners']

/** The same one always, whatever states or brands are added: by the name alone. */
export function brandOf({ name }: State): string {
  const [first = 0] = createHash('sha256').update(name).digest()
  return pictured[first % pictured.length] ?? 'openroad'
}

/** Half of the states are looked at in the dark. */
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

/** A state stays what it is until its visitor has waited too long: the moment the page says so. */
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
