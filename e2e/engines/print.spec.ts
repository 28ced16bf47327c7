/** Tests of the quote printed by Firefox and WebKit, from the state book. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { readPdf } from '#test/read-pdf.ts'
import { addressOf } from '../../states/book.ts'
import { findState, test } from '../state-book.ts'
import { engines, expect, withScreen } from './test.ts'

/** The position of the last printed line, as a share of the sheet's height. Firefox draws its text as shapes. */
function printedHeight(pdf: string, sheet: number): number {
  const picture = pdf.replace(/\.pdf$/, `-${sheet}`)
  const args = ['-png', '-gray', '-r', '30', '-singlefile', '-f', String(sheet), '-l', String(sheet)]
  execFileSync('pdftoppm', [...args, pdf, picture])
  const { data, width, height } = PNG.sync.read(readFileSync(`${picture}.png`))
  for (let row = height - 1; row > 0; row -= 1)
    for (let column = 0; column < width; column += 1)
      if ((data[(row * width + column) * 4] ?? 255) < 160) return row / height
  return 0
}

for (const engine of engines)
  test(`[INFRA-05] [QUOTE-03] ${engine.name} prints the price on the first sheet, and opens folded parts while it prints`, async ({
    book,
  }, testInfo) => {
    await withScreen(engine, { width: 1280, height: 900 }, async screen => {
      await screen.page.goto(book.origin('openroad') + addressOf(findState('quote')))
      await screen.see({ role: 'status', name: 'Premium' })
      await expect
        .poll(() => screen.page.evaluate(() => document.documentElement.dataset.state))
        .toBe('shown')
      const pdf = testInfo.outputPath('quote.pdf')
      const bytes = await screen.page.print()
      writeFileSync(pdf, bytes)
      expect(printedHeight(pdf, 1)).toBeGreaterThan(0.6)
      if (engine.name === 'webkit') {
        const sheet = readPdf(bytes).pages.find(text => text.includes('(Comprehensive)'))
        expect(sheet, 'the box of the chosen cover is on one sheet').toMatch(
          /Everyday Plus \(Comprehensive\) \S+ a fortnight Your car and damage you cause to others/,
        )
      }
      const opened = await screen.page.evaluate(() => {
        const folded = () => document.querySelectorAll('main details:not([open])').length
        const before = folded()
        dispatchEvent(new Event('beforeprint'))
        const during = folded()
        dispatchEvent(new Event('afterprint'))
        return [before > 0, during, folded() === before]
      })
      expect(opened).toEqual([true, 0, true])
    })
  })
