/** Browser tests of dialogs: focus, closing, and scrolling in a low window. */
import type { Page } from '@playwright/test'
import type { StateBookServer } from '../states/serve.ts'
import { expect } from './product.ts'
import { findState, showState, test } from './state-book.ts'

const show = async (page: Page, book: StateBookServer, name: string) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await showState(page, book, findState(name))
  return page.getByRole('dialog')
}

for (const name of ['quote-declaration', 'payment-terms', 'car-important'])
  test(`[SHELL-12] only the body of a long dialog scrolls: ${name}`, async ({ page, book }) => {
    const popup = await show(page, book, name)
    const hidden = await popup.evaluate(node => {
      node.scrollTop = 500
      return { moved: node.scrollTop, below: node.scrollHeight - node.clientHeight }
    })
    expect(hidden).toEqual({ moved: 0, below: 0 })
  })

for (const [name, title, agree] of [
  ['quote-declaration', 'Disclosure and declaration', 'I agree'],
  ['payment-terms', 'Direct debit terms', 'I agree to the direct debit terms'],
] as const)
  test(`[QUOTE-09] [PAY-04] the text can be scrolled by keyboard, and the agree checkbox is visible: ${name}`, async ({
    page,
    book,
  }) => {
    const popup = await show(page, book, name)
    const box = popup.getByRole('checkbox', { name: agree })
    await expect(box).toBeInViewport({ ratio: 1 })
    const text = popup.getByRole('region', { name: title })
    await text.focus()
    await expect(text).toBeFocused()
    await page.keyboard.press('End')
    await expect.poll(() => text.evaluate(node => node.scrollTop)).toBeGreaterThan(100)
    await box.focus()
    const card = await box.locator('xpath=ancestor::label').boundingBox()
    const next = await popup.getByRole('button', { name: 'Next' }).boundingBox()
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(next?.y ?? 0)
  })

test('[PAY-04] the dialog of a pending bind has no Next and keeps the focus', async ({ page, book }) => {
  const popup = await show(page, book, 'payment-binding')
  await expect(popup).toHaveAccessibleName('Setting up your policy')
  await expect(popup.getByRole('button')).toHaveCount(0)
  await expect(popup.getByRole('heading', { name: 'Setting up your policy' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  expect(await popup.evaluate(node => node.contains(document.activeElement))).toBe(true)
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Escape')
  await expect(popup).toBeVisible()
})

test('[PAY-04] terms that did not load cannot be agreed to', async ({ page, book }) => {
  const popup = await show(page, book, 'payment-no-terms')
  await expect(popup.getByRole('checkbox')).toHaveCount(0)
  await expect(popup.getByRole('button', { name: 'Next' })).toHaveAccessibleDescription(
    /close this and try again/,
  )
})

test('[SHELL-12] a dialog can be read completely on a phone in landscape', async ({ page, book }) => {
  const popup = await show(page, book, 'quote-declaration')
  await page.setViewportSize({ width: 844, height: 390 })
  expect(await popup.evaluate(node => node.scrollHeight - node.clientHeight)).toBeGreaterThan(100)
  await popup.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded()
  await expect(popup.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 })
})

for (const name of ['quote-declaration', 'payment-terms', 'car-important'])
  test(`[SHELL-12] a dialog with double text size can be read completely on a phone: ${name}`, async ({
    page,
    book,
  }) => {
    const popup = await show(page, book, name)
    await page.setViewportSize({ width: 390, height: 664 })
    expect((await popup.boundingBox())?.width).toBeGreaterThanOrEqual(390 - 32)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const button = popup.getByRole('button').last()
    await popup.evaluate(node => {
      node.scrollTop = node.scrollHeight
    })
    await expect(button).toBeInViewport({ ratio: 1 })
    // The text area is large enough, also for long texts.
    const text = await popup.getByRole('region').first().boundingBox()
    expect(text?.height).toBeGreaterThan(150)
  })
