/** Says what of a page or popup runs off sideways, also with text twice as large or spaced as WCAG 1.4.12 asks, and which words break in two. */
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

const larger = ':root { font-size: 200% }'
const spaced =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'

/** The innermost elements that reach beyond the window, or beyond the popup that is open. */
async function runsOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const popup = document.querySelector('dialog:modal')
    const box = popup ?? document.documentElement
    const scrolled = popup ? [...popup.children] : [box]
    if (scrolled.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return []
    const edge = box.getBoundingClientRect().left + box.clientWidth
    const isOut = (element: Element) => element.getBoundingClientRect().right > edge + 0.5
    return [...box.querySelectorAll('*:not(svg *)')]
      .filter(element => isOut(element) && ![...element.children].some(isOut))
      .map(element => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`)
  })
}

/** Words that stand on two lines at the size we chose: 'Mr' above 's' reads as a fault, however well it fits. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const box = document.querySelector('dialog:modal') ?? document.body
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of (text.nodeValue ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        if (new Set([...range.getClientRects()].map(rect => Math.round(rect.top))).size > 1)
          broken.push(word[0])
      }
    return broken
  })
}

export async function expectToFit(page: Page, state: string, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 }
  expect(await brokenWords(page), `${state}, words in two`).toEqual([])
  for (const width of widths)
    for (const [how, css] of Object.entries({ larger, spaced })) {
      await page.setViewportSize({ width, height: before.height })
      const style = await page.addStyleTag({ content: css })
      await page.waitForFunction(wanted => innerWidth === wanted, width)
      expect(await runsOff(page), `${state}, ${width} pixels, text ${how}`).toEqual([])
      await style.evaluate(element => element.parentNode?.removeChild(element))
    }
  await page.setViewportSize(before)
}
