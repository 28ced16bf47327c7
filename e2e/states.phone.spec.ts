/** Browser tests of every state on a phone: unchanged picture, no axe finding, no overflow. */
import type { Page } from '@playwright/test'
import { readBrands } from '#brands/index.ts'
import { states } from '../states/book.ts'
import { bothSchemes, expectAccessible, type Scheme } from './axe.ts'
import { expectNoOverflow, largerText } from './overflow.ts'
import { expectScreenshot } from './picture.ts'
import { brandOf, schemeOf, showState, test } from './state-book.ts'

/** `npm run states:all`: every brand and scheme rather than one of each a state, and every width. */
const isThorough = process.env.OPENROAD_STATES === 'all'
const widths = isThorough ? [320, 390, 768, 1280] : [320, 390]

interface Look {
  readonly name: string
  readonly width: number
  readonly scheme: Scheme
  /** So many pixels of the page in a row are one of the picture. */
  readonly times: number
  readonly css?: string
}

/** How a state is photographed, by day and by night: all but the first very small. */
const looks: readonly Look[] = [
  { name: '', width: 390, scheme: 'light', times: 3 },
  { name: '.320', width: 320, scheme: 'dark', times: 4 },
  { name: '.large', width: 390, scheme: 'light', times: 5, css: largerText },
  { name: '.768', width: 768, scheme: 'light', times: 6 },
  { name: '.night', width: 1280, scheme: 'dark', times: 6 },
]

async function expectPictures(page: Page, name: string): Promise<void> {
  const phone = page.viewportSize() ?? { width: 390, height: 844 }
  for (const { width, scheme, times, css, ...look } of looks) {
    await page.setViewportSize({ width, height: width < 700 ? phone.height : 900 })
    await page.emulateMedia({ colorScheme: scheme })
    const style = css && (await page.addStyleTag({ content: css }))
    await expectScreenshot(page, `${name}${look.name}`, times)
    if (style) await style.evaluate(element => element.parentNode?.removeChild(element))
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
