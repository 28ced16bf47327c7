/** Back, Forward and reload keep the answers in the other browser engines. */
import { fillCar, fillDriver, startQuote } from './purchase.ts'
import { engines, expect, test, withScreen } from './test.ts'

const viewport = { width: 390, height: 844 }

for (const engine of engines) {
  test(`[INFRA-05] [SHELL-14] ${engine.name} keeps the answers over Back, Forward and reload`, async ({
    product,
  }) => {
    await withScreen(engine, viewport, async screen => {
      const { page } = screen
      await startQuote(screen, product.origin)
      await fillCar(screen)
      await fillDriver(screen)
      const firstName = { role: 'textbox', name: 'First name' } as const
      const premium = { role: 'status', name: 'Premium' } as const
      await screen.see(premium)
      await page.back()
      await screen.at('/vehicle/step2')
      expect((await screen.see(firstName)).value).toBe('Maia')
      await page.back()
      await screen.at('/vehicle/step1')
      expect((await screen.see({ role: 'textbox', name: 'Car value…' })).value).toBe('$13,700')
      await page.forward()
      await screen.at('/vehicle/step2')
      await page.reload()
      expect((await screen.see(firstName)).value).toBe('Maia')
      await page.forward()
      await screen.at('/vehicle/step3')
      expect((await screen.see(premium)).text).toMatch(/\$\d/)
    })
  })

  test(`[INFRA-05] [SHELL-14] ${engine.name} goes back to step 2 when its call took over ten seconds`, async ({
    product,
  }) => {
    await withScreen(engine, viewport, async screen => {
      const { page } = screen
      await startQuote(screen, product.origin)
      await fillCar(screen)
      await page.evaluate(() => {
        const send = window.fetch
        window.fetch = async (input, init) => {
          if (init?.method === 'POST') await new Promise(resolve => setTimeout(resolve, 12_000))
          return send(input, init)
        }
      })
      await fillDriver(screen)
      await screen.see({ role: 'status', name: 'Premium' })
      await page.back()
      await screen.at('/vehicle/step2')
      expect((await screen.see({ role: 'textbox', name: 'First name' })).value).toBe('Maia')
    })
  })
}
