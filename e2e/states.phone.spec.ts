/** Every page of the state book on a phone: as it was last seen, without a finding of axe, and with nothing running off sideways. */
import type { Page } from '@playwright/test'
import { states } from '../states/book.ts'
import { bothSchemes, expectAccessible } from './axe.ts'
import { brandOf, brands, schemeOf, showState, test } from './book.ts'
import { expectToFit } from './fits.ts'
import { expectPicture } from './picture.ts'

/** `npm run states:all`: every brand and scheme rather than one of each a state, and every width. */
const isThorough = process.env.OPENROAD_STATES === 'all'
const widths = isThorough ? [320, 390, 768, 1280] : [320]

// A trace of eighty pages costs more than the pages.
test.use({ trace: 'off' })

/** A phone by day, and a desk by night at half that size: what breaks between the two, the fit and axe find. */
async function expectPictures(page: Page, name: string): Promise<void> {
  await expectPicture(page, name)
  const phone = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectPicture(page, `${name}.night`, 6)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
}

for (const state of states)
  test(`[SHELL-03] state book, ${state.name}: ${state.title}`, async ({ page, book }) => {
    for (const brand of isThorough ? brands : [brandOf(state)]) {
      await showState(page, book, state, brand)
      if (brand === brandOf(state)) await expectPictures(page, state.name)
      await expectToFit(page, `${state.name} of ${brand}`, widths)
      await expectAccessible(page, `${state.name} of ${brand}`, isThorough ? bothSchemes : [schemeOf(state)])
    }
  })
