/** The quote printed by Firefox (WebKit's driver cannot print), compared as pictures because its text is drawn as shapes. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { fillCar, fillDriver, startQuote } from './purchase.ts'
import { engines, expect, test, withScreen } from './test.ts'

/** The position of the last printed line, as a share of the sheet's height. */
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

for (const engine of engines.filter(({ name }) => name === 'firefox'))
  test(`[INFRA-05] [QUOTE-03] ${engine.name} prints the price on the first sheet, and opens folded parts while it prints`, async ({
    product,
  }, testInfo) => {
    await withScreen(engine, { width: 1280, height: 900 }, async screen => {
      await startQuote(screen, product.origin)
      await fillCar(screen)
      await fillDriver(screen)
      await screen.see({ role: 'status', name: 'Premium' })
      const pdf = testInfo.outputPath('quote.pdf')
      writeFileSync(pdf, await screen.page.print())
      expect(printedHeight(pdf, 1)).toBeGreaterThan(0.6)
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
