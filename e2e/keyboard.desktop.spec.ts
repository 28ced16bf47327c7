/** Browser tests of the keyboard: a whole purchase, the skip link, and focus in dialogs. */
import type { Locator } from '@playwright/test'
import { boughtPolicy, carQuestions, driversQuestions, next, reachByTab, startQuote } from './customer.ts'
import { expect, test } from './product.ts'

test('[CAR-09] [CAR-12] [DRIVER-07] [QUOTE-09] [HOLDER-08] [PAY-04] [PAY-05] a purchase works by keyboard alone, with a visible focus', async ({
  page,
  product,
}) => {
  const press = (key: string) => page.keyboard.press(key)
  const pressOn = async (control: Locator, key: string) => {
    await reachByTab(page, control)
    await press(key)
  }
  const type = async (control: Locator, text: string) => {
    await reachByTab(page, control)
    await page.keyboard.type(text)
  }
  const tick = async (control: Locator) => {
    await pressOn(control, 'Space')
    await expect(control).toBeChecked()
  }
  const radios = (legend: string | RegExp) => page.getByRole('group', { name: legend }).getByRole('radio')
  /** Chooses the second radio of a group, by Tab and then by arrow. */
  const chooseSecond = async (legend: string | RegExp) => {
    await pressOn(radios(legend).first(), 'ArrowDown')
    await expect(radios(legend).nth(1)).toBeChecked()
  }
  const pressNext = (within: Locator = page.getByRole('main')) => pressOn(next(within), 'Enter')
  const box = (name: string) => page.getByRole('textbox', { name })

  await page.goto(`${product.origin}/vehicle`)
  await pressOn(page.getByRole('link', { name: 'Start a new quote' }), 'Enter')
  await pressOn(page.getByRole('button', { name: 'I understand' }), 'Enter')
  await type(box('Number plate'), 'jhu968')
  await tick(radios('Transmission').first())
  await tick(radios('Model').first())
  // The arrow from Yes to No passes over no dialog.
  for (const question of [...carQuestions, 'Is the car financed?']) await chooseSecond(question)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  await reachByTab(page, address)
  await page.keyboard.insertText('88 Remuera')
  await expect(page.locator('[data-live]')).toHaveText(/^\d+ address(es)? found$/)
  await press('ArrowDown')
  const line = page.getByRole('option', { name: /88 Remuera Road/ })
  await expect(line).toHaveAttribute('aria-selected', 'true')
  await expect(address).toHaveAttribute('aria-activedescendant', (await line.getAttribute('id')) ?? '')
  await press('Enter')
  await expect(address).toHaveValue(/88 Remuera Road, /)
  await expect(page).toHaveURL(/step1$/)
  await type(box('Car value'), '13700')
  await press('Enter')

  await expect(page).toHaveURL(/step2$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const question of driversQuestions) await chooseSecond(question)
  await type(box('First name'), 'Aroha')
  await type(box('Last name'), 'Ngātai')
  await type(box('Date of birth'), '12041988')
  await type(page.getByRole('combobox', { name: 'Number of incidents' }), '0')
  await pressNext()

  await expect(page).toHaveURL(/step3$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await pressNext()
  const declaration = page.getByRole('dialog', { name: 'Disclosure and declaration' })
  await tick(declaration.getByRole('checkbox', { name: 'I agree' }))
  await pressNext(declaration)

  await expect(page).toHaveURL(/step4$/)
  await tick(page.getByRole('switch', { name: 'Use main driver details' }))
  await chooseSecond('Title')
  await type(box('Email'), 'aroha@example.nz')
  await type(box('Mobile'), '1234567')
  await tick(page.getByRole('switch', { name: 'Use vehicle address' }))
  await chooseSecond('Payment method')
  await pressNext()

  await expect(page).toHaveURL(/step5$/)
  await type(box('Bank account name'), 'A Ngatai')
  await type(box('Bank account number'), '123140017132350')
  await type(box('Name of authoriser'), 'Aroha Ngatai')
  await tick(page.getByRole('checkbox', { name: 'I am authorised to operate this account' }))
  await pressNext()
  const terms = page.getByRole('dialog', { name: 'Direct debit terms' })
  await tick(terms.getByRole('checkbox', { name: 'I agree to the direct debit terms' }))
  await pressNext(terms)
  expect(await boughtPolicy(page)).toMatch(/^OR\d{9}$/)
  await reachByTab(page, page.getByRole('button', { name: 'Download policy details' }))
})

test('[SHELL-13] [SHELL-14] the skip link adds no history entry', async ({ page, product }) => {
  await startQuote(page, product)
  await next(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  const { entries, address } = await page.evaluate(() => ({
    entries: history.length,
    address: location.href,
  }))
  await page.getByRole('link', { name: 'Skip to the main content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(summary).toBeVisible()
  expect(await page.evaluate(() => ({ entries: history.length, address: location.href }))).toEqual({
    entries,
    address,
  })
})

test('[SHELL-08] [SHELL-12] a dialog traps and returns the focus and locks the page; ‘Sorry’ does not close on Escape', async ({
  page,
  product,
}) => {
  await startQuote(page, product)
  const opener = page.getByRole('button', { name: 'Enter address manually' })
  await opener.click()
  const popup = page.getByRole('dialog', { name: 'Enter Address Manually' })
  expect((await popup.boundingBox())?.width).toBeGreaterThanOrEqual(720)
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  // Backwards from the first focus, then round the dialog in both directions.
  for (const key of ['Shift+Tab', 'Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press(key)
      expect(await popup.evaluate(node => node.contains(document.activeElement))).toBe(true)
    }
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await expect(opener).toBeFocused()

  const earns = page.getByRole('group', { name: 'Is the car used to earn an income?' })
  await earns.getByRole('radio', { name: 'Yes' }).check()
  const sorry = page.getByRole('dialog', { name: 'Sorry' })
  await expect(sorry).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Escape')
  await expect(sorry).toBeVisible()
  await page.mouse.click(3, 3)
  await page.keyboard.press('Escape')
  await expect(sorry).toBeVisible()
  // If nothing has the focus, browsers close a dialog after some Escapes.
  await sorry.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Escape')
  await expect(sorry).toBeVisible()
  await sorry.getByRole('button', { name: 'Dismiss' }).click()
  await expect(sorry).toHaveCount(0)
})
