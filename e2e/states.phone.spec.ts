/** Browser tests of every state on a phone: unchanged picture, no axe finding, no overflow. */
import type { Page } from '@playwright/test'
import { readBrands } from '#brands/index.ts'
import { states } from '../states/book.ts'
import { bothSchemes, expectAccessible, type Scheme } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expectScreenshot } from './picture.ts'
import { brandOf, schemeOf, showState, test } from './state-book.ts'

/** `npm run states:all`: every brand, colour scheme and width, instead of one brand and scheme per state. */
const isThorough = process.env.OPENROAD_STATES === 'all'
const widths = isThorough ? [320, 390, 768, 1280] : [320, 390]

interface Look {
  readonly name: string
  readonly width: number
  readonly scheme: Scheme
  /** A square of the page with sides of this many pixels becomes one pixel of the picture. */
  readonly times: number
}

/** How a state is photographed: light on a phone, and dark on a desktop, the latter very small. */
const looks: readonly Look[] = [
  { name: '', width: 390, scheme: 'light', times: 3 },
  { name: '.night', width: 1280, scheme: 'dark', times: 6 },
]

async function expectPictures(page: Page, name: string): Promise<void> {
  const phone = page.viewportSize() ?? { width: 390, height: 844 }
  for (const { width, scheme, times, ...look } of looks) {
    await page.setViewportSize({ width, height: width < 700 ? phone.height : 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await expectScreenshot(page, `${name}${look.name}`, times)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(phone)
}

for (const state of states)
  test(`[SHELL-03] state book, ${state.name}: ${state.title}`, async ({ page, book }) => {
    for (const brand of isThorough ? readBrands().keys() : [brandOf(state)]) {
      await showState(page, book, state, brand)
      if (brand === brandOf(state)) await expectPictures(page, state.name)
      await expectNoOverflow(page, `${state.name} of ${brand}`, widths)
      await expectAccessible(page, `${state.name} of ${brand}`, isThorough ? bothSchemes : [schemeOf(state)])
    }
  })
