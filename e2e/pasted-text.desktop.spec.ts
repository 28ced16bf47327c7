/**
 * Browser tests of pasted text: each field accepts it or shows an error, and truncates nothing. The unit tests of
 * journey/plate-and-car-value.ts and of web/components' date and money input list all forms.
 */
import type { Page } from '@playwright/test'
import { next, paste, startQuote } from './customer.ts'
import { expect, test } from './product.ts'

// The sandbox knows no such quote.
test.use({ refusals: [404] })

const box = (page: Page, name: string) => page.getByRole('textbox', { name })

test('[CAR-02] [CAR-03] a pasted plate is read whole or refused', async ({ page, product }) => {
  const asked: string[] = []
  page.on('request', request => {
    const plate = /\/secure\/vehicleDetails\/([^?]*)/.exec(request.url())?.[1]
    if (plate) asked.push(decodeURIComponent(plate))
  })
  await startQuote(page, product)
  const plate = box(page, 'Number plate')
  await paste(plate, 'Plate POR 911')
  await expect(plate).toHaveValue('POR911')
  await plate.blur()
  await expect.poll(() => asked).toEqual(['POR911'])
  await paste(plate, 'JHU–9681')
  await expect(plate).toHaveValue('JHU-9681')
  await plate.blur()
  await expect(plate).toHaveAccessibleDescription(/Please enter a valid plate number/)
  await page.getByRole('radio', { name: 'Automatic' }).check()
  await next(page).click()
  await expect(plate).toHaveAccessibleDescription(/Please enter a valid plate number/)
  expect(asked).toEqual(['POR911'])
  // Typed, it ends at six characters.
  await plate.fill('')
  await plate.pressSequentially('jhu-9681')
  await expect(plate).toHaveValue('JHU968')
})

test('[ENTRY-06] [QUOTE-14] a pasted postcode or quote number is read whole', async ({ page, product }) => {
  await page.goto(`${product.origin}/vehicle`)
  const postcode = box(page, 'Postcode')
  await paste(postcode, '10100')
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  await expect(postcode).toHaveAccessibleDescription(/Is mandatory/)
  await paste(postcode, 'Auckland 1010 ')
  await paste(box(page, 'Date of birth'), '19900327')
  const subject = 'Your car insurance quote Q–00000–000000, saved until 27 December 2026'
  await paste(box(page, 'Quote Number'), subject)
  const asked = page.waitForRequest('**/edge/vero/quote/retrieve')
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  expect((await asked).postDataJSON().attributes).toMatchObject({
    insuredDetails: { customerDob: '1990-03-27', customerPostcode: '1010' },
    quoteNumber: subject.replaceAll('–', '-'),
  })
})
