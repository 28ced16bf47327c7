/** A purchase by card and one by bank in the other browser engines, at the width that the short purchase leaves out. */
import { buyBy, payByBank, payByCard } from './purchase.ts'
import { engines, test } from './test.ts'

for (const engine of engines) {
  test(`[INFRA-05] [PAY-05] ${engine.name} buys by bank at 1280 pixels`, async ({ product }) => {
    await buyBy(payByBank, engine, { width: 1280, height: 900 }, product.origin)
  })
  for (const width of [390, 1280])
    test(`[INFRA-05] [PAY-07] ${engine.name} buys by card at ${width} pixels`, async ({ product }) => {
      await buyBy(payByCard, engine, { width, height: 844 }, product.origin)
    })
}
