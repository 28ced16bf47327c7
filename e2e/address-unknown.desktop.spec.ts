/** An address that nobody knows, told in the same words wherever it is told, whenever Next was pressed. */
import { fillCar, next, startQuote } from './customer.ts'
import { hold } from './hold.ts'
import { expect, test } from './product.ts'

test('[CAR-09] [CAR-11] [SHELL-13] an unknown address, with Next pressed straight from its field, has one message beside it and in the summary', async ({
  page,
  product,
}) => {
  await startQuote(page, product)
  await fillCar(page)
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  await expect(address).toHaveValue(/^88 Remuera Road, Remuera/)
  const answer = await hold(page, '**/edge/vero/address/risk')
  // There is such a house in Auckland Central, and none in Richmond.
  await address.fill('12 Queen Street, Richmond')
  await next(page).click()
  await expect(next(page)).toHaveAttribute('aria-busy', 'true')
  answer()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  // Both say so, and not that an address is to be entered: one was.
  await expect(summary.getByRole('link')).toHaveText(['Overnight address: Address not found'])
  await expect(address).toHaveAccessibleDescription(/Address not found$/)
  await expect(page.getByText('Please enter address')).toHaveCount(0)
  await expect(address).toHaveValue('')

  // Left by Tab it is told beside the field, until Next is pressed again.
  await address.fill('12 Queen Street, Richmond')
  await address.press('Tab')
  await expect(address).toHaveAccessibleDescription(/Address not found\./)
  await expect(summary.getByRole('link')).toHaveText(['Overnight address: Address not found'])
  await next(page).click()
  await expect(summary.getByRole('link')).toHaveText(['Overnight address: Address not found'])
  // Taken away by hand it is none.
  await address.fill('x')
  await address.fill('')
  await next(page).click()
  await expect(summary.getByRole('link')).toHaveText(['Overnight address: Please enter address'])
  await expect(address).toHaveAccessibleDescription(/Please enter address$/)

  // A unit stays with its house, whatever it is called; marks that came along unseen are left out.
  await address.fill('\u202AApt 3, 210 Dominion Road, Mount Eden\u202C')
  await expect(address).toHaveValue('Apt 3, 210 Dominion Road, Mount Eden')
  await address.press('Tab')
  await expect(address).toHaveValue('3/210 Dominion Road, Mount Eden, Auckland 1024')
  await next(page).click()
  await expect(page).toHaveURL(/\/vehicle\/step2$/)
})
