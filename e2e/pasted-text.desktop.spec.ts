/**
 * Browser tests of pasted text: each field accepts it or shows an error, and truncates nothing. The unit tests of
 * journey/plate-and-car-value.ts and of web/components' date and money input list all forms.
 */
import type { Page } from '@playwright/test'
import { next, paste, startQuote } from './customer.ts'
import { expect, test } from './product.ts'

// The sandbox's register does not know some of the plates.
test.use({ refusals: [404] })

const box = (page: Page, name: string) => page.getByRole('textbox', { name })

test('[CAR-02] [CAR-03] a pasted plate is read completely, or refused before the look-up', async ({
  page,
  product,
}) => {
  const asked: string[] = []
  page.on('request', request => {
    const plate = /\/secure\/vehicleDetails\/([^?]*)/.exec(request.url())?.[1]
    if (plate) asked.push(decodeURIComponent(plate))
  })
  await startQuote(page, product)
  const plate = box(page, 'Number plate')
  // Each plate once: the register is not asked again about a plate that it knows already.
  for (const [pasted, shown] of [
    ['JHU–968', 'JHU968'],
    ['Plate POR 911', 'POR911'],
    ['\u202A“abc\u00AD123”\u202C •', 'ABC123'],
  ] as const) {
    await paste(plate, pasted)
    await expect(plate).toHaveValue(shown)
    await plate.blur()
    await expect.poll(() => asked.at(-1)).toBe(shown)
    await expect(plate).not.toHaveAttribute('aria-invalid', 'true')
  }
  asked.length = 0
  for (const pasted of ['JHU–9681', 'Toyota JHU968']) {
    await paste(plate, pasted)
    await expect(plate).toHaveValue(pasted.replace('–', '-'))
    await plate.blur()
    await expect(plate).toHaveAccessibleDescription(/Please enter a valid plate number/)
  }
  await page.getByRole('radio', { name: 'Automatic' }).check()
  await next(page).click()
  await expect(plate).toHaveAccessibleDescription(/Please enter a valid plate number/)
  expect(asked).toEqual([])
  // Typed, it ends at six characters.
  await plate.fill('')
  await plate.pressSequentially('jhu-9681')
  await expect(plate).toHaveValue('JHU968')
})

test('[ENTRY-06] [QUOTE-14] a pasted postcode or quote number is read completely', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/vehicle`)
  const postcode = box(page, 'Postcode')
  for (const [pasted, shown] of [
    ['Auckland 1010 ', '1010'],
    ['０６１０', '0610'],
    ['10100', '10100'],
  ] as const) {
    await paste(postcode, pasted)
    await expect(postcode).toHaveValue(shown)
  }
  await page.getByRole('button', { name: 'Retrieve your quote' }).click()
  await expect(postcode).toHaveAccessibleDescription(/Is mandatory/)
  await paste(postcode, '1010')
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
