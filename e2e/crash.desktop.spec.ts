/** Browser tests of a server that crashes and restarts during a purchase. */
import { boughtPolicy, fillPolicyholder, payBy, payByBank } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test('[SHELL-14] a server crash loses no typed text', async ({ page, product }) => {
  await openStep(page, product, 4)
  // Waits for prefetches: the browser would log a file that the crash interrupts.
  await page.waitForLoadState('networkidle')
  await fillPolicyholder(page)
  await product.crash()
  await page.reload()
  const first = page.getByRole('region', { name: 'Policyholder 1' })
  await expect(first.getByRole('textbox', { name: 'Email' })).toHaveValue('maia@example.nz')
  await payBy(page, 'Direct Debit - Bank Transfer')
  await payByBank(page)
  await boughtPolicy(page)
})
