/** Browser tests of unknown addresses, addresses without a postcode, and post boxes as overnight address. */
import type { Page } from '@playwright/test'
import { emptyAddressParts } from '#journey/address.ts'
import { carDone, driverDone, fillDriver, next } from './customer.ts'
import { holdRequest } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { expect, test } from './product.ts'

test('[CAR-09] [CAR-11] [SHELL-13] an unknown address has one message', async ({ page, product }) => {
  await openStep(page, product, 1)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  const answer = await holdRequest(page, '**/edge/vero/address/risk')
  // This house exists in Auckland Central, not in Richmond.
  await address.fill('12 Queen Street, Richmond')
  await next(page).click()
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  answer()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  // Both messages say 'not found', not 'enter an address'.
  await expect(summary.getByRole('link')).toHaveText(['Overnight address: Address not found'])
  await expect(address).toHaveAccessibleDescription(/Address not found$/)
  await expect(page.getByText('Please enter address')).toHaveCount(0)
  await expect(address).toHaveValue('')

  // A cleared field has no unknown address.
  await address.fill('x')
  await address.fill('')
  await next(page).click()
  await expect(summary.getByRole('link')).toHaveText(['Overnight address: Please enter address'])

  // Pasted text is normalised, and the caret stays after it.
  await address.fill('12 Queen Street')
  await address.press('Home')
  for (const _ of '12 Queen') await address.press('ArrowRight')
  await page.keyboard.insertText('\u2013')
  await page.keyboard.type('x')
  await expect(address).toHaveValue('12 Queen-x Street')

  // Keeps the unit, and removes invisible marks.
  await address.fill('\u202AApt 3, 210 Dominion Road, Mount Eden\u202C')
  await expect(address).toHaveValue('Apt 3, 210 Dominion Road, Mount Eden')
  await address.press('Tab')
  await expect(address).toHaveValue('3/210 Dominion Road, Mount Eden, Auckland 1024')
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
})

test('[CAR-09] [CAR-11] [SHELL-13] while a search runs, the earlier message stays, and the focus waits for the result', async ({
  page,
  product,
}) => {
  await openStep(page, product, 1)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  const messageIs = (text: string) =>
    expect(summary.getByRole('link')).toHaveText([`Overnight address: ${text}`])
  const leaveEmpty = async () => {
    await address.fill('')
    await next(page).click()
    await expect(summary).toBeFocused()
    await messageIs('Please enter address')
  }
  await leaveEmpty()
  let answer = await holdRequest(page, '**/edge/vero/address/risk')
  await address.fill('31 Heretaunga Street East, Hastings 4122')
  await address.press('Escape')
  await address.press('Tab')
  await expect(address).toHaveAttribute('aria-busy', 'true')
  await messageIs('Please enter address')
  answer()
  await expect(summary).toHaveCount(0)

  await leaveEmpty()
  answer = await holdRequest(page, '**/edge/vero/address/risk')
  await address.fill('12 Queen Street, Richmond')
  await next(page).click()
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  await expect(address).toHaveAttribute('aria-busy', 'true')
  await messageIs('Please enter address')
  await expect(next(page)).toBeFocused()
  answer()
  await expect(summary).toBeFocused()
  await messageIs('Address not found')
})

/** The address book's response for this place, whose postcode is not always known. */
const placeWith = (postcode: string) => ({
  addressId: '7',
  postcode,
  suburb: 'Leamington',
  city: 'Cambridge',
  signature: 's',
  addressInBrokenDownForm: emptyAddressParts,
  addressInFreeForm: { addressLine1: '12 Wordsworth Road', addressLine2: 'Leamington' },
})
const text = '12 Wordsworth Road, Leamington, Cambridge'

async function findPlaces(page: Page, ...postcodes: readonly string[]): Promise<void> {
  await page.route('**/edge/vero/address/suggest*', route =>
    route.fulfill({ json: { lines: [{ addressId: '7', text }] } }),
  )
  const suggestedAddresses = postcodes.map(placeWith)
  await page.route('**/edge/vero/address/risk', route =>
    route.fulfill({ json: { data: { attributes: { status: 'SUGGESTED', suggestedAddresses } } } }),
  )
}

test('[CAR-09] [CAR-11] [QUOTE-14] only a missing postcode is asked for', async ({ page, product }) => {
  await openStep(page, product, 1)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  await findPlaces(page, '')
  const manual = page.getByRole('dialog', { name: 'Enter Address Manually' })
  const postcode = manual.getByRole('textbox', { name: 'Postcode' })
  const notFound = page.getByText('Address not found')
  await address.fill('12 Wordsworth')
  await page.getByRole('option', { name: text }).click()
  await expect(postcode).toBeFocused()
  await expect(postcode).toHaveAccessibleDescription(
    'Only the postcode is missing. Four digits, for example 0610',
  )
  await expect(manual.getByRole('textbox', { name: 'Address line 1' })).toHaveValue('12 Wordsworth Road')
  await expect(manual.getByRole('textbox', { name: 'Suburb' })).toHaveValue('Leamington')
  await expect(manual.getByRole('textbox', { name: 'City' })).toHaveValue('Cambridge')

  // After closing the dialog the address is missing, not unknown.
  await manual.getByRole('button', { name: 'Close' }).click()
  await next(page).click()
  await expect(address).toHaveAccessibleDescription(/Please enter address$/)
  await expect(notFound).toHaveCount(0)

  // Typed, then Next without leaving the field first.
  await address.fill(text)
  await address.press('Escape')
  await next(page).click()
  await expect(postcode).toBeFocused()
  await postcode.fill('3432')
  await manual.getByRole('button', { name: 'Use this address' }).click()
  await expect(address).toHaveValue(`${text} 3432`)
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toHaveCount(0)
  await expect(notFound).toHaveCount(0)
  await carDone(page)

  // The same on the quote page.
  await fillDriver(page)
  await driverDone(page)
  await page.getByRole('button', { name: 'Change address' }).click()
  const search = page.getByRole('combobox', { name: 'New overnight address' })
  await search.fill(text)
  await search.press('Escape')
  await next(page).click()
  await expect(postcode).toBeFocused()
  // After closing the dialog neither the old nor the new address counts.
  await manual.getByRole('button', { name: 'Close' }).click()
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await search.fill(text)
  await search.press('Tab')
  await expect(postcode).toBeFocused()
  await postcode.fill('3434')
  await manual.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByText(`${text} 3434`).first()).toBeVisible()
  await expect(notFound).toHaveCount(0)
})

test('[CAR-09] asks for a missing postcode at each choice of its address', async ({ page, product }) => {
  await openStep(page, product, 1)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  await findPlaces(page, '', '3432')
  await address.fill('12 Wordsworth Road')
  await address.press('Escape')
  await address.blur()
  const bare = page.getByRole('radio', { name: text, exact: true })
  const manual = page.getByRole('dialog', { name: 'Enter Address Manually' })
  for (const _ of ['at first', 'again']) {
    await bare.click()
    await expect(manual.getByRole('textbox', { name: 'Postcode' })).toBeFocused()
    await manual.getByRole('button', { name: 'Close' }).click()
    await expect(bare).not.toBeChecked()
  }
  // Chosen by keyboard: arrow keys only check a line, and Space chooses it.
  await page.getByRole('radio', { name: /3432$/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(bare).toBeChecked()
  await expect(manual).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(manual.getByRole('textbox', { name: 'Postcode' })).toBeFocused()
})

test('[CAR-09] [QUOTE-14] refuses a post box as the overnight address', async ({ page, product }) => {
  await openStep(page, product, 1)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  const wanted = /Please enter the address where the car is kept/
  await address.fill('PO Box 23226, Ponsonby')
  await address.press('Tab')
  await expect(address).toHaveAccessibleDescription(wanted)
  await page.getByRole('button', { name: 'Enter address manually' }).click()
  const manual = page.getByRole('dialog', { name: 'Enter Address Manually' })
  const line = manual.getByRole('textbox', { name: 'Address line 1' })
  await line.fill('P.O. Box 23226')
  await manual.getByRole('textbox', { name: 'Suburb' }).fill('Ponsonby')
  await manual.getByRole('textbox', { name: 'Postcode' }).fill('1011')
  await manual.getByRole('button', { name: 'Use this address' }).click()
  await expect(line).toHaveAccessibleDescription(wanted)
  await line.fill('3 Ponsonby Road')
  await manual.getByRole('button', { name: 'Use this address' }).click()
  await expect(address).toHaveValue('3 Ponsonby Road, Ponsonby 1011')
  await carDone(page)
})
