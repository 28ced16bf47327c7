/** Step 1 by keyboard alone, and focus, scrolling and Escape in dialogs, in the other browser engines. */
import { carQuestions } from '../customer.ts'
import { dialog, fillCar, fillDriver, heading, startQuote } from './purchase.ts'
import type { Screen, Target } from './screen.ts'
import { engines, expect, test, withScreen } from './test.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

const important = dialog('Important information')
const understand: Target = { role: 'button', name: 'I understand', within: important }

const focused = (screen: Screen) =>
  screen.page.evaluate(() => {
    const { activeElement } = document
    return `${activeElement?.tagName.toLowerCase()} ${activeElement?.textContent?.trim().slice(0, 40)}`
  })

for (const engine of engines) {
  test(`[INFRA-05] ${engine.name} opens a popup at its heading, holds the page behind it, and closes it by Escape`, async ({
    product,
  }) => {
    await withScreen(engine, phone, async screen => {
      await startQuote(screen, product.origin)
      await fillCar(screen)
      await fillDriver(screen)
      await screen.see({ role: 'status', name: 'Premium' })
      const next: Target = { role: 'button', name: 'Next' }
      await screen.click(next)
      const declaration = dialog('Disclosure and declaration')
      await screen.see(declaration)
      expect(await focused(screen)).toBe('h2 Disclosure and declaration')
      expect(await screen.page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe(
        'hidden',
      )
      await screen.page.press('Escape')
      await screen.gone(declaration)
      expect((await screen.see(next)).focused).toBe(true)
    })
  })

  test(`[INFRA-05] ${engine.name} does not close a popup by the second Enter on what opened it`, async ({
    product,
  }) => {
    await withScreen(engine, desktop, async screen => {
      await screen.page.goto(`${product.origin}/vehicle`)
      await screen.tabTo({ role: 'link', name: 'Start a new quote' })
      await screen.page.press('Enter')
      await screen.see(important)
      await screen.page.press('Enter')
      expect(await screen.isShown(important)).toBe(true)
      await screen.tabTo(understand)
      await screen.page.press('Enter')
      await screen.gone(important)
    })
  })

  test(`[INFRA-05] ${engine.name} answers step 1 by keyboard alone`, async ({ product }) => {
    await withScreen(engine, desktop, async screen => {
      const { page } = screen
      await page.goto(`${product.origin}/vehicle`)
      await screen.tabTo({ role: 'link', name: 'Start a new quote' })
      await page.press('Enter')
      await screen.tabTo(understand)
      await page.press('Enter')
      await screen.gone(important)
      await screen.tabTo({ role: 'textbox', name: 'Number plate…' })
      await page.type('JHU968')
      for (const legend of [
        'Transmission…',
        'Model…',
        ...carQuestions.map(question => `${question}…`),
        'Is the car financed?…',
      ]) {
        const group: Target = { role: 'group', name: legend }
        const isNo = !['Transmission…', 'Model…'].includes(legend)
        await screen.see({ role: 'radio', name: '…', within: group })
        // Tab reaches the first of a group without a choice; the arrow chooses the second.
        await screen.tabTo({ role: 'radio', name: '…', within: group })
        await page.press(isNo ? 'ArrowDown' : 'Space')
      }
      await screen.tabTo({ role: 'combobox', name: 'Overnight address…' })
      await page.type('88 Remuera Road')
      await screen.see({ role: 'option', name: '88 Remuera Road…' })
      await page.press('ArrowDown')
      await page.press('Enter')
      await screen.tabTo({ role: 'textbox', name: 'Car value…' })
      await page.type('13700')
      await page.press('Enter')
      await screen.at('/vehicle/step2')
      await screen.see(heading('Who drives the car'))
    })
  })
}
