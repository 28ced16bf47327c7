/** Browser tests of touch input: tooltips, undo, messages and the on-screen keyboard. */
import type { Locator } from '@playwright/test'
import { agreeToQuote, announcement, driverDone, fillDriver, startQuote, stopClock } from './customer.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test('[SHELL-11] a touch opens the tooltip at once and it stays 50 seconds', async ({ page, product }) => {
  await page.clock.install()
  await openStep(page, product, 4)
  const tip = page.getByRole('button', { name: /policyholders/ }).filter({ hasText: '?' })
  await stopClock(page)
  // The mouse must not hover over the tip as well.
  await page.mouse.move(0, 0)
  await tip.tap()
  await expect(tip).toHaveAttribute('aria-expanded', 'true')
  await page.clock.runFor(49_000)
  await expect(tip).toHaveAttribute('aria-expanded', 'true')
  await page.clock.runFor(2_000)
  await expect(tip).toHaveAttribute('aria-expanded', 'false')
})

test('[SHELL-05] [QUOTE-13] price details and links of steps on a phone', async ({ page, product }) => {
  await openStep(page, product, 3)
  await page.getByText('How your price is made up').tap()
  await expect(page.getByRole('table', { name: 'Steps of your price' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('navigation', { name: 'Progress' }).getByRole('link', { name: 'Driver' }).tap()
  await expect(page).toHaveURL(/step2$/)
})

test('[HOLDER-03] [HOLDER-05] [DRIVER-05] Undo is beside its control', async ({ page, product }) => {
  const undo = page.getByRole('button', { name: 'Undo' })
  const top = async (control: Locator) => (await control.boundingBox())?.y
  await openStep(page, product, 2)
  const driver = page.getByRole('region', { name: 'Main driver' })
  const count = driver.getByRole('combobox', { name: 'Number of incidents' })
  await count.selectOption('3')
  for (const number of [1, 2, 3])
    await driver
      .getByRole('group', { name: `Incident ${number}` })
      .getByRole('combobox', { name: 'Month' })
      .selectOption('March')
  await page.getByRole('button', { name: 'Add driver' }).tap()
  await count.scrollIntoViewIfNeeded()
  const countAt = await top(count)
  await count.selectOption('1')
  await expect(undo).toBeInViewport()
  expect(await top(count)).toBe(countAt)
  await page.getByRole('button', { name: 'Remove driver' }).tap()
  await expect(undo).toHaveCount(1)

  await fillDriver(page)
  await driverDone(page)
  await agreeToQuote(page)
  for (const name of ['Use main driver details', 'Use vehicle address']) {
    const control = page.getByRole('switch', { name })
    for (const notice of [/ copied/, / cleared/]) {
      await control.scrollIntoViewIfNeeded()
      const controlAt = await top(control)
      await control.tap()
      await expect(undo).toBeInViewport()
      await expect(page.getByRole('status').filter({ has: undo })).toHaveText(notice)
      expect(await top(control)).toBe(controlAt)
    }
  }
})

test('[SHELL-13] announcements are removed after a while', async ({ page, product }) => {
  await page.clock.install()
  await openStep(page, product, 4)
  await stopClock(page)
  await page.getByRole('switch', { name: 'Use vehicle address' }).tap()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await page.clock.runFor(600)
  await expect(announcement(page)).toHaveText('Brought back')
  await page.clock.runFor(20_000)
  await expect(announcement(page)).toHaveText('')
})

test('the on-screen keyboard’s ‘next’ moves to the next question', async ({ page, product }) => {
  await startQuote(page, product)
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Automatic' })).toBeFocused()
  await openStep(page, product, 2)
  const main = page.getByRole('region', { name: 'Main driver' })
  await main.getByRole('textbox', { name: 'First name' }).fill('Maia')
  for (const field of ['Last name', 'Date of birth']) {
    await page.keyboard.press('Enter')
    await expect(main.getByRole('textbox', { name: field })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(main.getByRole('combobox', { name: 'Number of incidents' })).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[DRIVER-02] completing a driver does not move the field being typed in', async ({ page, product }) => {
  await openStep(page, product, 2)
  for (const name of ['Main driver', 'Driver 2']) {
    if (name !== 'Main driver') await page.getByRole('button', { name: 'Add driver' }).tap()
    const driver = page.getByRole('region', { name })
    await driver.getByRole('textbox', { name: 'First name' }).fill('Maia')
    await driver.getByRole('textbox', { name: 'Date of birth' }).fill('12/04/1988')
    await driver.getByRole('combobox', { name: 'Number of incidents' }).selectOption('0')
    const lastName = driver.getByRole('textbox', { name: 'Last name' })
    await lastName.focus()
    const places = () => Promise.all([driver.getByRole('heading'), lastName].map(part => part.boundingBox()))
    const before = await places()
    await page.keyboard.type('O')
    await expect(driver.getByRole('button', { name: /Hide details/ })).toBeVisible()
    expect(await places(), name).toEqual(before)
  }
})
