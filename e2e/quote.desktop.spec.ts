/** Browser tests of step 3: controls, prices, dialogs, messages and the way to step 4. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import {
  agreeToQuote,
  driverDone,
  fillDriver,
  next,
  ownEmail,
  paste,
  premium,
  priceConfirmed,
} from './customer.ts'
import { countRequests, holdRequest, problem, releaseAndHandle, responsesHandled } from './hold-request.ts'
import { openQuoteByDriver, openStep } from './open-step.ts'
import { expect, test } from './product.ts'
import { patchStoredDraft } from './stored-draft.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Your price' })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('tablist', { name: 'Cover' }).getByRole('tab', { name })
const dollars = (text: string | null): number =>
  Number((/\$([\d,.]+)/.exec(text ?? '')?.[1] ?? '').replace(/,/g, ''))

/** The price once the insurer has confirmed it. */
async function confirmedPrice(page: Page): Promise<number> {
  await priceConfirmed(page)
  return dollars(await premium(page).textContent())
}

const emailDialog = (page: Page) => page.getByRole('dialog', { name: 'Save this quote for later' })

async function sendEmail(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Email my quote' }).click()
  await emailDialog(page).getByRole('textbox', { name: 'Email' }).fill(ownEmail())
  await emailDialog(page).getByRole('button', { name: 'Send' }).click()
}

test('[QUOTE-10] the mail waits for the pending price', async ({ page, product }) => {
  await openStep(page, product, 3)
  await confirmedPrice(page)
  const answer = await holdRequest(page, '**/quote/amend')
  const mails = countRequests(page, '/email-quote')
  await page.getByRole('radio', { name: /^\$800/ }).check()
  await sendEmail(page)
  await expect(emailDialog(page).getByRole('button', { name: 'Sending' })).toBeVisible()
  // A mail that does not wait would be sent by now.
  await responsesHandled(page)
  expect(mails()).toBe(0)
  answer()
  await expect(page.getByText('Email sent!').first()).toBeVisible()
})

test('[QUOTE-09] [SHELL-02] Change in the declaration opens the answer', async ({ page, product }) => {
  await openQuoteByDriver(page, product)
  await confirmedPrice(page)
  const declaration = page.getByRole('dialog', { name: 'Disclosure and declaration' })
  for (const [what, control] of [
    ['excess', page.getByRole('radio', { name: /^\$300/ })],
    ['policy start date', page.getByRole('textbox', { name: 'Policy start date' })],
    ['cover', tab(page, /^Everyday Plus/)],
  ] as const) {
    await next(page).click()
    await declaration.getByRole('button', { name: `Change ${what}` }).click()
    await expect(declaration).toHaveCount(0)
    await expect(control).toBeFocused()
    await expect(control).toBeInViewport()
  }
  // The errors of another button than Next are shown beside their field only, and take no focus.
  const update = page.getByRole('button', { name: 'Update car value' })
  await page.getByRole('textbox', { name: 'Car value' }).fill('99000')
  await update.click()
  await expect(page.getByRole('alert')).toHaveText(/^Car value: We would expect/)
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toHaveCount(0)
  await expect(update).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
})

test('[SHELL-12] a closed dialog returns the focus, as in Safari too', async ({ page, product }) => {
  await openStep(page, product, 3)
  await confirmedPrice(page)
  // As in Safari, where a press removes the focus from the page.
  await page.evaluate(() => {
    document.addEventListener('mousedown', event => {
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
  })
  const choice = page.getByRole('radio', { name: /^\$800/ })
  await choice.locator('xpath=ancestor::label').click()
  await expect(choice).toBeFocused()
  const opener = page.getByRole('button', { name: 'Additional Excess' })
  await opener.click()
  const excesses = page.getByRole('dialog', { name: 'Additional Excess' })
  await excesses.getByRole('button', { name: 'Close' }).click()
  await expect(excesses).toHaveCount(0)
  await expect(opener).toBeFocused()
  await next(page).click()
  await expect(page.getByRole('dialog', { name: 'Disclosure and declaration' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(next(page)).toBeFocused()
})

test('[QUOTE-08] [QUOTE-10] an incomplete start date has no price', async ({ page, product }) => {
  await openStep(page, product, 3)
  await confirmedPrice(page)
  const start = page.getByRole('textbox', { name: 'Policy start date' })
  const hint = await page.getByText(/^From \S+ to/).textContent()
  const last = /to ([^,]+),/.exec(hint ?? '')?.[1] ?? ''
  // The price is for today.
  await start.fill('5')
  await expect(panel(page).getByText('Not confirmed')).toBeVisible()
  await start.fill(last)
  await confirmedPrice(page)
  await expect(panel(page).getByText('Starts')).toBeVisible()
  await start.fill(last.slice(0, -1))
  await expect(panel(page).getByText('Not confirmed')).toBeVisible()
  await expect(panel(page).getByText('Updating price…')).toHaveCount(0)
  await expect(panel(page).getByText('Starts')).toHaveCount(0)

  const mails = countRequests(page, '/email-quote')
  await sendEmail(page)
  await expect(page.getByText('The email could not be sent.').first()).toBeVisible()
  expect(mails()).toBe(0)
  await start.fill(last)
  await expect(panel(page).getByText('Not confirmed')).toHaveCount(0)
  await confirmedPrice(page)
})

test('[QUOTE-01] [QUOTE-02] [QUOTE-03] [QUOTE-04] [QUOTE-05] [QUOTE-06] [QUOTE-13] every control changes the price', async ({
  page,
  product,
}) => {
  await openStep(page, product, 3)
  // The defaults: comprehensive, fortnightly, an excess of $300.
  await expect(tab(page, /^Everyday Plus/)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('radio', { name: /^Fortnightly/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^\$300/ })).toBeChecked()
  const start = await confirmedPrice(page)
  for (const name of [/^Everyday Plus/, /^Third Party, Fire & Theft/, /^Third Party Property Damage/])
    await expect(tab(page, name)).toContainText(/\$\d/)

  const amends = countRequests(page, '/quote/amend')
  await page.getByRole('radio', { name: /^\$800/ }).check()
  await expect(panel(page).getByText(/less a fortnight than before/)).toBeVisible()
  const highExcess = await confirmedPrice(page)
  expect(highExcess).toBeLessThan(start)
  expect(amends()).toBe(1)
  for (const name of ['Excess-free window', 'Hire car', 'Roadside assistance']) {
    await expect(page.getByRole('switch', { name })).toHaveAccessibleDescription(/\$\d/)
    await page.getByRole('switch', { name }).check()
  }
  const withExtras = await confirmedPrice(page)
  expect(withExtras).toBeGreaterThan(highExcess)
  await page.getByRole('radio', { name: /^Annual/ }).check()
  await expect(premium(page)).toContainText('a year')
  const annual = await confirmedPrice(page)
  expect(annual).toBeLessThan(withExtras * 26)
  await page.getByText('How your price is made up').click()
  const sum = page.getByRole('row').filter({ hasText: 'Price for a year paid at once' })
  expect(dollars(await sum.textContent())).toBe(annual)
  await page.getByRole('button', { name: 'Additional Excess' }).click()
  const excesses = page.getByRole('dialog', { name: 'Additional Excess' })
  const youngDriver = excesses.getByRole('row').filter({ hasText: /Driver under 25.*under 25 at the time/ })
  await expect(youngDriver.getByRole('cell')).toHaveText(['$500', '$1,250'])
  await page.keyboard.press('Escape')
  await expect(excesses).toHaveCount(0)

  await tab(page, /^Third Party, Fire & Theft/).click()
  await expect(page.getByRole('group', { name: 'Excess' })).toContainText('Your excess is $500.')
  await expect(page.getByRole('switch', { name: 'Excess-free window' })).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Hire car' })).toBeVisible()
  // The keys of a tab list open the next cover, and move the focus to its tab.
  await tab(page, /^Third Party, Fire & Theft/).press('ArrowRight')
  await expect(tab(page, /^Third Party Property Damage/)).toBeFocused()
  await expect(page.getByRole('switch', { name: 'Hire car' })).toHaveCount(0)
  // With a modifier key an arrow is the browser's, as Back is.
  for (const key of ['Alt+ArrowLeft', 'Meta+ArrowLeft', 'Control+Home']) await page.keyboard.press(key)
  await expect(tab(page, /^Third Party Property Damage/)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Car value' })).toHaveCount(0)
  const wording = page.getByRole('link', { name: /Policy wording \(PDF\)/ })
  await expect(wording).toHaveAttribute('href', /third-party\.pdf$/)
  expect(await confirmedPrice(page)).toBeLessThan(annual)
})

test('[QUOTE-07] [QUOTE-08] errors of the car value and the start date', async ({ page, product }) => {
  await openStep(page, product, 3)
  const before = await confirmedPrice(page)
  const value = page.getByRole('textbox', { name: 'Car value' })
  const update = page.getByRole('button', { name: 'Update car value' })
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  await update.focus()
  await expect(update).toBeFocused()
  // A pasted value is not cut: six of its eight digits would be another value.
  await paste(value, '$12,345,678')
  await expect(value).toHaveValue('12345678')
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('press ‘Update car value’')).toBeVisible()
  await update.click()
  await expect(value).toHaveAccessibleDescription(/Sorry, We are unable to offer insurance for your car/)
  await value.fill('123456')
  await value.press('Enter')
  await expect(value).toHaveAccessibleDescription(/We would expect your car’s value to be between \$/)
  await value.fill('14500')
  await update.click()
  expect(await confirmedPrice(page)).toBeGreaterThan(before)
  await expect(next(page)).not.toHaveAttribute('aria-disabled', 'true')

  const start = page.getByRole('textbox', { name: 'Policy start date' })
  await start.fill('01/01/2020')
  await next(page).click()
  await expect(page.getByRole('alert')).toContainText('Policy start date')
  // An error corrected in a dialog leaves the error on the page.
  await page.getByRole('button', { name: 'Email my quote' }).click()
  const popup = emailDialog(page)
  await popup.getByRole('button', { name: 'Send' }).click()
  const email = popup.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/)
  await expectAccessible(page, 'step 3, the e-mail popup with an error')
  await email.fill(ownEmail())
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await expect(page).toHaveTitle(/^Error: Step 3/)
  await start.fill('')
  await expect(page).toHaveTitle(/^Step 3/)
})

test('[QUOTE-10] a mail that could not be sent is announced each time', async ({ page, product }) => {
  await openStep(page, product, 3)
  await page.route('**/edge/vero/prospects/email-quote', route => route.abort(), { times: 2 })
  await sendEmail(page)
  await expect(emailDialog(page)).toHaveCount(0)
  const failed = page.getByRole('status').filter({ hasText: 'The email could not be sent.' })
  await expect(failed).toBeVisible()
  // The status line was inert behind the dialog when its text arrived.
  await expect(page.locator('[data-live]')).toContainText('The email could not be sent.')
  // Removed before the next try, so that the same text is announced again.
  await page.getByRole('button', { name: 'Email my quote' }).click()
  const send = emailDialog(page).getByRole('button', { name: 'Send' })
  await expect(send).toBeVisible()
  await expect(failed).toHaveCount(0)
  await send.click()
  await expect(failed).toBeVisible()
  await page.getByRole('button', { name: 'Email my quote' }).click()
  await send.click()
  await expect(page.getByText('Email sent!').first()).toBeVisible()
})

test('[QUOTE-14] an unknown address stops Next, another changes the price', async ({ page, product }) => {
  await openStep(page, product, 3)
  const place = page.getByRole('region', { name: 'Where the car is kept overnight' })
  const change = page.getByRole('button', { name: 'Change address' })
  const search = page.getByRole('combobox', { name: 'New overnight address' })
  const notFound = page.getByRole('link', {
    name: 'New overnight address: Address not found. Please enter address manually.',
  })
  await change.click()
  await expect(search).toBeFocused()
  // Pressing Next searches, and a second press does not continue with the old address.
  const found = await holdRequest(page, '**/edge/vero/address/risk')
  await search.fill('12 Nowhere Street, Atlantis')
  await next(page).click()
  await expect(search).toHaveAttribute('aria-busy', 'true')
  found()
  await expect(notFound).toBeVisible()
  await expect(search).toHaveAccessibleDescription(/Address not found\. Please enter address manually\./)
  await expect(search).toHaveValue('')
  await next(page).click()
  await expect(notFound).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Disclosure and declaration' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Keep this address' }).click()
  await expect(place).toBeFocused()
  await expect(place).toContainText('88 Remuera Road')
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toHaveCount(0)

  await change.click()
  // Held, so that the announcement of the new price does not replace this one.
  const amend = await holdRequest(page, '**/quote/amend')
  await search.pressSequentially('153 Great South', { delay: 20 })
  await page
    .getByRole('option', { name: /153 Great South Road/ })
    .first()
    .click()
  await expect(page.locator('[data-live]')).toHaveText(/^The car is kept at 153 Great South Road.*Updating/)
  amend()
  const before = await confirmedPrice(page)
  await change.click()
  await page.getByRole('button', { name: 'Enter address manually' }).click()
  const manual = page.getByRole('dialog', { name: 'Enter Address Manually' })
  await manual.getByRole('textbox', { name: 'Address line 1' }).fill('1 Tay Street')
  await manual.getByRole('textbox', { name: 'Suburb' }).fill('Invercargill')
  await manual.getByRole('textbox', { name: 'Postcode' }).fill('9810')
  const amended = page.waitForResponse('**/quote/amend')
  await manual.getByRole('button', { name: 'Use this address' }).click()
  await expect(manual).toHaveCount(0)
  await expect(place).toBeFocused()
  await amended
  await expect(panel(page).getByText(/less a fortnight than before/)).toBeVisible()
  expect(await confirmedPrice(page)).toBeLessThan(before)
  await page.reload()
  await expect(page.getByText('1 Tay Street, Invercargill 9810').first()).toBeVisible()
  await agreeToQuote(page)
})

test('[QUOTE-14] [QUOTE-10] choosing the same address again keeps the price', async ({ page, product }) => {
  await openStep(page, product, 3)
  const price = await confirmedPrice(page)
  const amends = countRequests(page, '/quote/amend')
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('combobox', { name: 'New overnight address' }).pressSequentially('88 Remuera')
  await page.getByRole('option', { name: /^88 Remuera Road/ }).click()
  const place = page.getByRole('region', { name: 'Where the car is kept overnight' })
  await expect(place).toBeFocused()
  await expect(place).toContainText('88 Remuera Road')
  expect(await confirmedPrice(page)).toBe(price)
  expect(amends()).toBe(0)
  await sendEmail(page)
  await expect(page.getByText('Email sent!').first()).toBeVisible()
})

test('[QUOTE-14] arrow keys choose no address; a click or Tab does', async ({ page, product }) => {
  await openStep(page, product, 3)
  await confirmedPrice(page)
  const amends = countRequests(page, '/quote/amend')
  const place = page.getByRole('region', { name: 'Where the car is kept overnight' })
  const search = page.getByRole('combobox', { name: 'New overnight address' })
  const choices = page.getByRole('group', { name: 'Suggested addresses' }).getByRole('radio')
  const lookUp = async () => {
    await page.getByRole('button', { name: 'Change address' }).press('Enter')
    await search.fill('31 Heretaunga Street')
    await search.press('Escape')
    await search.press('Tab')
    await expect(choices).toHaveCount(2)
    await choices.first().focus()
  }
  await lookUp()
  for (const at of [1, 0, 1]) {
    await page.keyboard.press('ArrowDown')
    await expect(choices.nth(at)).toBeChecked()
    await expect(choices.nth(at)).toBeFocused()
  }
  await expect(place).toContainText('88 Remuera Road')
  // The other ways to enter an address follow the suggestions; the next Tab leaves the group.
  for (const name of ['Enter address manually', 'Keep this address']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  await expect(place).toContainText('88 Remuera Road')
  // The price table has no addresses, so the amend starts a moment after the choice.
  const moved = page.waitForResponse('**/quote/amend')
  await page.keyboard.press('Tab')
  await expect(search).toHaveCount(0)
  await moved
  await confirmedPrice(page)
  expect(amends()).toBe(1)
  const chosen = (await place.textContent()) ?? ''
  expect(chosen).toContain('31 Heretaunga Street')

  // A press of a button does not choose the suggestion that was checked before it, nor does Escape.
  await lookUp()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(choices.last()).not.toBeChecked()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Keep this address' }).click()
  await expect(search).toHaveCount(0)
  await expect(place).toHaveText(chosen)
  expect(amends()).toBe(1)

  await lookUp()
  await page.keyboard.press('ArrowDown')
  // The label: the radio gets the focus only when the press ends.
  await page.getByRole('group', { name: 'Suggested addresses' }).locator('label').first().click()
  await expect(search).toHaveCount(0)
  await expect(place).not.toHaveText(chosen)

  await lookUp()
  await page.keyboard.press('ArrowUp')
  await expect(choices.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(search).toHaveCount(0)
  await expect(place).toBeFocused()
  await expect(place).toHaveText(chosen)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe(() => {
  // Without the band, the page cannot check the value, and the server refuses it.
  test.use({ refusals: [400, 422, 502] })

  test('[QUOTE-07] [QUOTE-12] a failed update can be tried again', async ({ page, product }) => {
    const band = '**/edge/vero/vehicle/suminsured'
    await page.route(band, problem(502, 'PARTNER_UNAVAILABLE'))
    await openStep(page, product, 3)
    await patchStoredDraft(page, { valueBand: null })
    await page.reload()
    const before = await confirmedPrice(page)
    const value = page.getByRole('textbox', { name: 'Car value' })
    const update = page.getByRole('button', { name: 'Update car value' })
    await value.fill('99000')
    await update.click()
    await expect(page).toHaveURL(/\/error-occurred$/)
    await page.goBack()
    await expect(value).toHaveValue('99000')
    await expect(page.getByText('Not in your price yet')).toBeVisible()
    expect(await confirmedPrice(page)).toBe(before)

    await page.unroute(band)
    await update.click()
    await expect(value).toHaveAccessibleDescription(/We would expect your car’s value to be between \$/)
  })
})

test.describe('an insurer that declines', () => {
  test.use({ refusals: [422] })

  test('[QUOTE-02] [SHELL-08] a declined choice stops Next until another', async ({ page, product }) => {
    await openStep(page, product, 3)
    await confirmedPrice(page)
    await page.route('**/quote/amend', problem(422, 'NOT_INSURABLE'))
    await page.getByRole('radio', { name: /^\$800/ }).check()
    const sorry = page.getByRole('dialog', { name: 'Sorry' })
    await expect(sorry).toContainText('We are unable to offer insurance for your car.')
    await sorry.getByRole('button', { name: 'Close' }).first().click()
    await expect(panel(page).getByText('Updating price…')).toHaveCount(0)
    const next = page.getByRole('button', { name: 'Next' })
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await expect(next).toHaveAccessibleDescription(/change your last choice/)
    await expect(page.getByRole('button', { name: 'Email my quote' })).toHaveCount(0)

    await page.unroute('**/quote/amend')
    await page.getByRole('radio', { name: /^\$1,000/ }).check()
    await confirmedPrice(page)
    await expect(next).not.toHaveAttribute('aria-disabled', 'true')
  })

  test('[QUOTE-12] [SHELL-08] a late price does not close the message', async ({ page, product }) => {
    await openStep(page, product, 3)
    await confirmedPrice(page)
    await page.getByRole('button', { name: 'Change address' }).click()
    const found = await holdRequest(page, '**/edge/vero/address/risk')
    await page.getByRole('combobox', { name: 'New overnight address' }).pressSequentially('153 Great South')
    await page
      .getByRole('option', { name: /153 Great South Road/ })
      .first()
      .click()
    await page.route('**/quote/amend', problem(422, 'NOT_INSURABLE'))
    await page.getByRole('radio', { name: /^\$800/ }).check()
    const sorry = page.getByRole('dialog', { name: 'Sorry' })
    await expect(sorry).toBeVisible()

    await page.unroute('**/quote/amend')
    await releaseAndHandle(page, '**/quote/amend', found)
    await expect(next(page)).not.toHaveAttribute('aria-disabled', 'true')
    await sorry.getByRole('button', { name: 'Close' }).first().click()
    await expect(sorry).toHaveCount(0)
  })
})

test('[QUOTE-02] [QUOTE-12] opening the step sends one amend', async ({ page, product }) => {
  const amends = countRequests(page, '/quote/amend')
  await openStep(page, product, 2)
  await fillDriver(page)
  const answer = await holdRequest(page, '**/quote/amend')
  await driverDone(page)
  await expect(panel(page).getByText('Updating price…')).toBeVisible()
  await expect(premium(page)).toContainText(/\$\d/)
  answer()
  const price = await confirmedPrice(page)
  await page.reload()
  expect(await confirmedPrice(page)).toBe(price)
  expect(amends()).toBe(1)

  await page.route('**/quote/amend', route => route.abort())
  await page.goBack()
  await next(page).click()
  await expect(page).toHaveURL(/\/error-occurred$/)
})

test('[QUOTE-02] [QUOTE-03] shows the new price before its confirmation', async ({ page, product }) => {
  await openStep(page, product, 3)
  const start = await confirmedPrice(page)
  const shown = async () => dollars(await premium(page).textContent())
  const answer = await holdRequest(page, '**/quote/amend')
  await page.getByRole('radio', { name: /^\$800/ }).check()
  await expect.poll(shown).toBeLessThan(start)
  const atOnce = await shown()
  await expect(panel(page).getByText('Updating price…')).toBeVisible()
  answer()
  expect(await confirmedPrice(page)).toBe(atOnce)
})
