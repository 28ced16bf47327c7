/** One purchase in each other browser engine of this machine, in every test run. */
import { buyBy, payByBank } from './purchase.ts'
import { engines, test } from './test.ts'

for (const engine of engines)
  test(`[INFRA-05] [PAY-05] ${engine.name} buys by bank at 390 pixels`, async ({ product }) => {
    await buyBy(payByBank, engine, { width: 390, height: 844 }, product.origin)
  })
