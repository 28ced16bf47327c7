/** Finds elements that overflow sideways, and words that break, also with larger text or spacing (WCAG 1.4.12). */
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** Text at 200 %. */
export const largerText = ':root { font-size: 200% }'
const spaced =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }'

/** The innermost elements that overflow the window or the open dialog. */
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

/** Words that break over two lines. With larger text a word may break only if it has the full width. */
async function brokenWords(page: Page, onlyInColumns: boolean): Promise<string[]> {
  return page.evaluate(columnsOnly => {
    const box = document.querySelector('dialog:modal') ?? document.body
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    // An email address is no word, and may break anywhere.
    const standsAlone = /(?<=^|[\s(‘])\p{L}+(?=$|[\s),.:;?!’])/gu
    const isColumn = (text: Node) => {
      let block = text.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      return (block?.clientWidth ?? 0) < innerWidth * 0.6
    }
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of (text.nodeValue ?? '').matchAll(standsAlone)) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        const lines = new Set([...range.getClientRects()].map(rect => Math.round(rect.top)))
        if (lines.size > 1 && (!columnsOnly || isColumn(text))) broken.push(word[0])
      }
    return broken
  }, onlyInColumns)
}

export async function expectNoOverflow(page: Page, state: string, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 }
  expect(await brokenWords(page, false), `${state}, words in two`).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: before.height })
    await page.waitForFunction(wanted => innerWidth === wanted, width)
    for (const [how, css] of Object.entries({ larger: largerText, spaced })) {
      const style = await page.addStyleTag({ content: css })
      expect(await runsOff(page), `${state}, ${width} pixels, text ${how}`).toEqual([])
      // At 320 pixels text twice as large has room for ten letters: there words may break.
      if (css === largerText && width >= 390)
        expect(await brokenWords(page, true), `${state}, ${width} pixels, words in two`).toEqual([])
      await style.evaluate(element => element.parentNode?.removeChild(element))
    }
  }
  await page.setViewportSize(before)
}
