/** Browser tests of user settings: forced colours, reduced motion, and a zoom of 400 % with the price bar. */
import type { Locator, Page } from '@playwright/test'
import { largerText } from './overflow.ts'
import { expect } from './product.ts'
import { findState, showState, test } from './state-book.ts'

const style = (locator: Locator, property: string, pseudo?: string) =>
  locator
    .first()
    .evaluate((node, [name, part]) => getComputedStyle(node, part).getPropertyValue(name), [
      property,
      pseudo,
    ] as const)

test('[SHELL-05] forced colours keep every state distinguishable', async ({ page, book }) => {
  await showState(page, book, findState('quote'))
  await page.emulateMedia({ forcedColors: 'active' })
  const tab = page.getByRole('tab')
  expect(await style(tab.and(page.locator('[aria-selected=true]')), 'border-top-width')).not.toBe(
    await style(tab.and(page.locator('[aria-selected=false]')), 'border-top-width'),
  )
  const card = page.locator('label:has([type=radio])')
  const faceOf = (one: Locator) => style(one.locator('input + span'), 'outline-style', '::before')
  expect(await faceOf(card.filter({ has: page.locator(':checked') }))).toBe('solid')
  expect(await faceOf(card.filter({ hasNot: page.locator(':checked') }))).toBe('none')
  // The focused radio differs from one that is only chosen.
  const chosen = card.filter({ has: page.locator(':checked') }).first()
  await chosen.locator('input').focus()
  expect(await style(chosen.locator('input + span'), 'outline-offset', '::before')).toBe('2px')
  const stop = page.getByRole('navigation', { name: 'Progress' }).getByRole('listitem')
  expect(await style(stop.nth(1), 'border-block-start-style', '::before')).toBe('solid')
  expect(await style(stop.nth(4), 'border-block-start-style', '::before')).toBe('dashed')
  // The browser's own switch, because ours is drawn with colours alone.
  expect(await style(page.getByRole('switch'), 'appearance')).toBe('auto')
  const drawn = (name: string) => style(page.getByRole('button', { name }), 'border-top-color')
  // A button that looks like a link has no border, and a waiting button differs from others.
  expect(await drawn('Additional Excess')).toBe(await style(page.locator('html'), 'background-color'))
  expect(await drawn('Update car value')).not.toBe(await drawn('Change address'))

  // A field with an error has the same bar as a group with one.
  await showState(page, book, findState('car-errors'))
  await page.emulateMedia({ forcedColors: 'active' })
  const barOf = async (locator: Locator) => [
    await style(locator, 'border-inline-start-width'),
    await style(locator, 'border-inline-start-color'),
  ]
  const group = page.getByRole('group', { name: 'Transmission' })
  expect(await barOf(group)).toEqual(await barOf(page.locator('div:has(> div > #car-plate)')))

  // A select has its arrow, which is an image in other colours.
  await showState(page, book, findState('driver-incidents'))
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await style(page.getByRole('combobox', { name: 'Year' }), 'appearance')).toBe('auto')

  await showState(page, book, findState('car-sorry'))
  const popup = page.getByRole('dialog', { name: 'Sorry' })
  expect(await style(popup, 'border-top-width')).toBe('0px')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await style(popup, 'border-top-width')).toBe('2px')
})

test('[SHELL-12] reduced motion disables every animation and transition', async ({ page, book }) => {
  const running = () => page.evaluate(() => document.getAnimations().length)
  await showState(page, book, findState('car-finding'))
  expect(await running()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await running(), 'the spinner turns without reduced motion').toBeGreaterThan(0)
  await showState(page, book, findState('car-important'))
  expect(await running()).toBe(0)
})

/** The focused element, and whether one of nine points of it is on top; null when the focus has left the page. */
async function focusInSight(page: Page): Promise<{ what: string; isSeen: boolean } | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    // The focus ring of a radio surrounds its card.
    const box = focused.closest('label') ?? focused
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap(across =>
      [0.1, 0.5, 0.9].map(down => [left + (right - left) * across, top + (bottom - top) * down] as const),
    )
    const isSeen = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && box.contains(hit)
    })
    return { what: `${focused.tagName} ${focused.id || focused.textContent?.slice(0, 30)}`, isSeen }
  })
}

// 1280 × 1024 at 400 % is 320 × 256; the other is a small phone.
for (const [width, height] of [
  [320, 256],
  [320, 568],
] as const)
  test(`the price bar never hides the focus at ${width} by ${height}`, async ({ page, book }) => {
    await page.setViewportSize({ width, height })
    await showState(page, book, findState('quote'))
    const seen: string[] = []
    const hidden: string[] = []
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await page.keyboard.press('Tab')
      const focus = await focusInSight(page)
      if (!focus) break
      seen.push(focus.what)
      if (!focus.isSeen) hidden.push(focus.what)
    }
    expect(seen.length).toBeGreaterThan(15)
    expect(hidden).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })

test('open price details never cover the focus, and close on Escape', async ({ page, book }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await showState(page, book, findState('quote'))
  const details = page.getByRole('button', { name: 'Details' })
  const help = page.getByRole('region', { name: 'Your price' }).getByRole('link')
  await details.press('Enter')
  await help.focus()
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(details).toHaveAttribute('aria-expanded', 'false')
  await expect(details).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(help).toBeVisible()
  const hidden: string[] = []
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await page.keyboard.press('Shift+Tab')
    const focus = await focusInSight(page)
    if (!focus?.isSeen) hidden.push(focus?.what ?? 'nothing')
  }
  expect(hidden).toEqual([])
  await expect(details).toHaveAttribute('aria-expanded', 'false')
})

test('double text size cuts off no price details', async ({ page, book }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await showState(page, book, findState('quote'))
  await page.addStyleTag({ content: largerText })
  await page.getByRole('button', { name: 'Details' }).press('Enter')
  const details = page.getByRole('region', { name: 'Your price' }).getByRole('definition')
  expect(await details.count()).toBeGreaterThan(3)
  const ends = await details.evaluateAll(all =>
    all.map(detail => {
      const text = document.createRange()
      text.selectNodeContents(detail)
      return text.getBoundingClientRect().right
    }),
  )
  for (const end of ends) expect(end).toBeLessThanOrEqual(320)
})
