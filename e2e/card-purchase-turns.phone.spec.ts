/** Browser tests of a declined and a cancelled card payment on a phone. */
import { boughtPolicy, fillPolicyholder, payBy, payOnCardPage } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test('[PAY-08] a second card pays after a declined one', async ({ page, product }) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Credit Card')
  await payOnCardPage(page, '5431111111111228')
  await expect(page.getByRole('heading', { level: 1, name: 'Oops!' })).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to payment' }).click()
  await payOnCardPage(page)
  await boughtPolicy(page)
})

test('[PAY-09] [ENTRY-08] a cancelled card page returns to step 4 with every answer, also without a quote in the URL', async ({
  page,
  product,
}) => {
  const isBack = async () => {
    await expect(page).toHaveURL(/\/vehicle\/step4$/)
    await expect(page.getByText('Payment cancelled. You have not been charged.')).toBeVisible()
  }
  await openStep(page, product, 4)
  await page.goto(`${product.origin}/cc-payment-cancel`)
  await isBack()
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Credit Card')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await isBack()
  const first = page.getByRole('region', { name: 'Policyholder 1' })
  await expect(first.getByRole('textbox', { name: 'Email' })).toHaveValue('maia@example.nz')
})
