/** Browser tests of card payments that do not succeed at once: declined, cancelled, left, and open in two tabs. */
import type { Page } from '@playwright/test'
import { agreeToQuote, boughtPolicy, fillPolicyholder, next, payBy, payOnCardPage } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { storedDraft } from './stored-draft.ts'

test.use({ refusals: [401, 404, 409] })

const withoutCode = /\/cc-payment-failure\?(?!.*token=)/

/** Declines the card; returns the URL of the redirect with its code, which the page removes from the address. */
async function declined(page: Page): Promise<string> {
  const arrival = page.waitForRequest(/\/cc-payment-failure\?.*\btoken=/)
  await payOnCardPage(page, '5431111111111228')
  await expect(page).toHaveURL(withoutCode)
  return (await arrival).url()
}

test('[PAY-08] [PAY-09] [PAY-11] charges once after a decline', async ({ page, product, browser }) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Credit Card')
  const failure = await declined(page)
  await expect(page.getByText('Your card has not been charged, and your quote is kept.')).toBeVisible()
  const proceed = { name: 'Proceed to payment' } as const

  const tab = await page.context().newPage()
  await tab.goto(failure)
  const pay = { name: /^Pay \$/ } as const
  await tab.getByRole('button', proceed).click()
  await expect(tab.getByRole('button', pay)).toBeVisible()
  await page.getByRole('button', proceed).click()
  await expect(page.getByRole('button', pay)).toBeVisible()
  expect(page.url()).toBe(tab.url())

  // A payment page is open elsewhere, so the page must not say that nothing was charged.
  await page.goBack()
  await expect(page.getByText('If you have paid in the meantime')).toBeVisible()
  await tab.getByRole('link', { name: 'Cancel' }).click()
  await expect(tab).toHaveURL(/\/vehicle\/step4$/)
  const email = tab.getByRole('region', { name: 'Policyholder 1' }).getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveValue('maia@example.nz')
  await expect(tab.getByRole('radio', { name: 'Direct Debit - Credit Card' })).toBeChecked()
  await expect(tab.getByText('Payment cancelled. You have not been charged.')).toBeVisible()

  // A shared URL gives no payment page and no quote data.
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(failure)
  await stranger.getByRole('button', proceed).click()
  await expect(stranger.getByText('The payment page could not be opened.')).toBeVisible()
  await stranger.getByRole('button', { name: 'Go back to quote' }).click()
  await expect(stranger).toHaveURL(/\/page-not-found$/)
  await stranger.context().close()

  // A quote that needs a review offers no retry.
  await page.route(
    '**/edge/vero/payment/retry',
    route => route.fulfill({ status: 409, json: { code: 'NOT_READY' } }),
    { times: 1 },
  )
  await page.getByRole('button', proceed).click()
  await expect(page.getByText(/^Your quote needs another look before you pay/)).toBeVisible()
  await expect(page.getByText('The payment page could not be opened.')).toHaveCount(0)

  await page.getByRole('button', proceed).click()
  await payOnCardPage(page)
  const policyNumber = await boughtPolicy(page)
  // Another quote in a second tab does not affect this one.
  const another = page.context().waitForEvent('page')
  await page
    .getByRole('link', { name: 'Get a quote for another car' })
    .click({ modifiers: ['ControlOrMeta'] })
  const opened = await another
  // Waits, because closing a loading page can block the browser.
  await opened.waitForLoadState()
  await opened.close()
  expect(await storedDraft(page)).toContain(policyNumber)

  await tab.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(tab).toHaveURL(/\/converted$/)
  await expect(tab.getByText(policyNumber)).toHaveCount(0)
  // An old URL does not say that nothing was charged.
  await tab.goto(failure)
  expect(await boughtPolicy(tab)).toBe(policyNumber)
})

test('[T14] [PAY-08] [PAY-09] [PAY-11] [ENTRY-08] a reload keeps the way back to the quote', async ({
  page,
  product,
}) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  const uncharged = page.getByText('You have not been charged.', { exact: true })
  await page.getByRole('radio', { name: 'Direct Debit - Credit Card' }).check()
  await expect(uncharged).toBeVisible()
  await next(page).click()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible()
  // A payment page was open, so the page must not say that nothing was charged.
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Direct Debit - Credit Card' })).toBeChecked()
  await expect(uncharged).toHaveCount(0)
  await page.route('**/edge/vero/payment/create', route => route.fulfill({ status: 204 }), { times: 1 })
  await next(page).click()
  await expect(page.locator('p:focus')).toHaveText(
    'The payment page could not be opened. Please try again, or call us.',
  )
  await next(page).click()
  const failure = await declined(page)
  const back = page.getByRole('button', { name: 'Go back to quote' })
  // The code is removed from the address, and a reload still has it.
  await page.reload()
  await expect(page).toHaveURL(withoutCode)
  await back.click()
  await expect(page).toHaveURL(/\/vehicle\/step1$/)
  await page.goto(failure)
  await back.click()
  await expect(page).toHaveURL(/\/vehicle\/step1$/)

  for (const address of [
    failure.replace('/cc-payment-failure', '/cc-payment-cancel'),
    `${product.origin}/cc-payment-cancel`,
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/vehicle\/step4$/)
    await expect(page.getByText('Payment cancelled. You have not been charged.')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await payOnCardPage(page)
  await boughtPolicy(page)
})

test('[HOLDER-07] [PAY-09] monthly after annual needs a method', async ({ page, product }) => {
  await openStep(page, product, 3)
  await page.getByRole('radio', { name: /^Annual/ }).check()
  await agreeToQuote(page)
  await fillPolicyholder(page)
  await next(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Payment cancelled. You have not been charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('radio', { name: /^Monthly/ }).check()
  await agreeToQuote(page)
  await expect(page.getByRole('group', { name: 'Payment method' }).getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: /^Direct Debit/, checked: true })).toHaveCount(0)
})
