/** Says what of a page or popup runs off sideways, and whether it still does with text twice as large or spaced as WCAG 1.4.12 asks. */
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

export async function expectToFit(page: Page, state: string, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 }
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
