/** A page that the browser restores after its session expired starts again at step 1. */
import { fillCar, startQuote } from './purchase.ts'
import { engines, test, withScreen } from './test.ts'

for (const engine of engines) {
  test(`[INFRA-05] [SHELL-07] ${engine.name} shows step 1 when Back is used after the session expired`, async ({
    product,
  }) => {
    await withScreen(engine, { width: 390, height: 844 }, async screen => {
      const { page } = screen
      await startQuote(screen, product.origin)
      await fillCar(screen)
      await page.evaluate(() => {
        const start = Date.now()
        const later = () => start + 7_200_000
        Object.assign(window.Date, { now: later })
        // The browser removes it at its end, by its own clock.
        Object.assign(document, { cookie: 'jwt-token=; Path=/; Max-Age=0' })
      })
      await screen.at('/session-expired')
      await page.back()
      await screen.at('/vehicle/step1')
    })
  })
}
