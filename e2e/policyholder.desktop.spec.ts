/** Browser tests of step 4's texts, e-mail and tooltip, and of step 5's premium box for each frequency. */
import type { Page } from '@playwright/test'
import {
  agreeToQuote,
  carDone,
  driverDone,
  fillDriver,
  fillPolicyholder,
  next,
  ownEmail,
  payBy,
} from './customer.ts'
import { holdRequest } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

const premiumBox = (page: Page) => page.getByRole('main').getByText(/We debit/)

test('[HOLDER-02] [HOLDER-06] [HOLDER-07] [HOLDER-09] [HOLDER-08] [SHELL-11] [PAY-01] step 4 shows its texts, mails the quote and explains; step 5 shows the debits', async ({
  page,
  product,
}) => {
  await openStep(page, product, 4)
  await expect(page.getByText('Your documents are sent only by email.')).toBeVisible()

  const tip = page.getByRole('button', { name: /policyholders/ }).filter({ hasText: '?' })
  const authority = page.getByText(
    'Additional policyholders (up to 5 in total) share full authority under the policy',
  )
  await expect(authority).toBeHidden()
  await expect(tip).toHaveAccessibleDescription(
    /share full authority under the policy: they can make changes, lodge claims, receive refunds, cancel or take over the policy\.$/,
  )
  await tip.focus()
  await expect(authority).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(authority).toBeHidden()
  for (const isOpen of ['true', 'false']) {
    await page.keyboard.press('Enter')
    await expect(tip).toHaveAttribute('aria-expanded', isOpen)
  }
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(authority).toBeHidden()
  await tip.hover()
  await expect(authority).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(authority).toBeHidden()

  await page.getByRole('button', { name: 'Email my quote' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('Please enter your first name')
  await expect(summary).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await fillPolicyholder(page)
  await page.getByRole('radio', { name: 'Direct Debit - Credit Card' }).check()
  await expect(premiumBox(page)).toHaveText(
    /^We debit \$\d\d\.\d\d a fortnight from your card, 26 times a year, \$[\d,]{3,}\.\d\d in all\.$/,
  )
  await payBy(page, 'Direct Debit - Bank Transfer')
  await expect(page).toHaveURL(/step5/)
  await expect(premiumBox(page)).toHaveText(
    /^We debit \$\d\d\.\d\d from .* every two weeks, 26 times a year, \$[\d,]{3,}\.\d\d in all\. Your first debits are listed below\.$/,
  )
  await page.goBack()
  // The link in the mail opens the saved answers, so text typed since Next is saved first.
  await page.getByRole('textbox', { name: 'Email' }).fill('typed-since@example.nz')
  const saved = page.waitForRequest(
    request =>
      request.url().endsWith('/quote/create') && /typed-since@example/.test(request.postData() ?? ''),
  )
  await page.getByRole('button', { name: 'Email my quote' }).click()
  await saved
  const popup = page.getByRole('dialog', { name: 'Save this quote for later' })
  // The suggested address follows the one on the page.
  const mailTo = popup.getByRole('textbox', { name: 'Email' })
  await expect(mailTo).toHaveValue('typed-since@example.nz')
  await mailTo.fill(ownEmail())
  await popup.getByRole('button', { name: 'Send' }).click()
  // The clicked button is removed, so the result has the focus and is read out.
  await expect(popup.locator('p:focus')).toHaveText('Email sent!')

  await page.goto(`${product.origin}/vehicle/step3`)
  await page.getByRole('radio', { name: /^Annual/ }).check()
  await agreeToQuote(page)
  await expect(page.getByText('A year paid at once is paid by card.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Payment method' })).toHaveCount(0)
  await next(page).click()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
})

test('[PAY-12] [QUOTE-01] [SHELL-05] Back opens the previous step', async ({ page, product }) => {
  await openStep(page, product, 1)
  await carDone(page)
  await fillDriver(page)
  await driverDone(page)
  await agreeToQuote(page)
  const heading = page.getByRole('heading', { level: 1 })
  const back = page.getByRole('button', { name: 'Back', exact: true })
  // A double click means one step.
  await back.dblclick()
  await expect(page).toHaveURL(/\/vehicle\/step3$/)
  await page.goForward()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  for (const [step, name] of [
    [3, 'Quote'],
    [2, 'Driver'],
    [1, 'Car'],
  ] as const) {
    await back.click()
    await expect(page).toHaveURL(new RegExp(`/vehicle/step${step}$`))
    await expect(page).toHaveTitle(new RegExp(`^Step ${step} of 5: ${name}`))
    // The browser must not restore a scroll position that hides the focused heading.
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
  }
  await expect(page.getByRole('textbox', { name: 'Number plate' })).toHaveValue('JHU968')
})

test('[HOLDER-08] [PAY-11] [SHELL-05] [SHELL-13] opening the card page counts as step 5, and a failure message gets the focus', async ({
  page,
  product,
}) => {
  await openStep(page, product, 4)
  await fillPolicyholder(page)
  const refuse = await holdRequest(page, '**/edge/vero/payment/create', route =>
    route.fulfill({ status: 204 }),
  )
  await payBy(page, 'Direct Debit - Credit Card')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Taking you to our secure payment page')
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(/^Step 5 of 5: Payment/)
  const current = page.getByRole('navigation', { name: 'Progress' }).locator('[aria-current=step]')
  await expect(current).toContainText('Payment')
  refuse()
  await expect(page.locator('p:focus')).toHaveText(/^The payment page could not be opened\./)
  await expect(page.locator('p:focus')).toBeInViewport()
  await expect(page).toHaveTitle(/^Step 4 of 5: Policyholder/)
  await expect(current).toContainText('Policyholder')
})
