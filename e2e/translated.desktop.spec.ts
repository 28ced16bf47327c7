/** Browser test of a purchase on a page that the browser translates by replacing text nodes. */
import type { Page } from '@playwright/test'
import {
  agreeToQuote,
  boughtPolicy,
  driverDone,
  fillDriver,
  fillPolicyholder,
  payBy,
  payByBank,
  premium,
  quoteChoices,
  reachDriver,
} from './customer.ts'
import { expect, test } from './product.ts'
import { storedDraftState } from './stored-draft.ts'

/** Imitates Google Translate: replaces each text by <font><font>text</font></font>, and translates one word. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const untranslated = 'script, style, textarea, select, title, noscript, font'
    const replaceTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest(untranslated)) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.data.replace(/\bRoad\b/g, 'Straße')
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    // The page hydrates before the step inside it, and React hydrates only unchanged HTML.
    const isHydrated = () => {
      const last = [...document.querySelectorAll('#main *')].at(-1)
      return last !== undefined && Object.keys(last).some(key => key.startsWith('__reactFiber'))
    }
    const begin = () => {
      if (!isHydrated()) {
        requestAnimationFrame(begin)
        return
      }
      replaceTexts()
      new MutationObserver(replaceTexts).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    }
    document.addEventListener('openroad:hydrated', begin)
  })

/** The insurer's last price, as the tab stores it: '38.20'. */
async function confirmedPrice(page: Page): Promise<string> {
  const { quote } = await storedDraftState(page)
  const { premium } = quote.policyComponent
  const isYear = quote.policyDetails.billingInfo.frequency === 'ANNUAL'
  return (isYear ? premium.grossPremium : premium.installmentAmount).toFixed(2)
}

/** Chooses a translated line by keyboard; the field gets the original line. */
async function pickAddress(page: Page): Promise<void> {
  const address = page.getByRole('combobox', { name: 'Overnight address' })
  await address.fill('88 Remuera')
  await expect(page.getByRole('option', { name: /88 Remuera Straße/ })).toBeVisible()
  await address.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/88 Remuera Straße/)
  await address.press('Tab')
  await expect(address).toHaveValue(/88 Remuera Road, Remuera/)
}

test('[SHELL-02] [CAR-09] [QUOTE-02] [PAY-05] a purchase works on a translated page, at the shown price', async ({
  page,
  product,
}) => {
  await translate(page)
  await reachDriver(page, product, pickAddress)
  await fillDriver(page)
  // The notice about a removed driver appears and disappears.
  for (const name of ['Add driver', 'Remove driver', 'Add driver', 'Remove driver'])
    await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Hide details Main driver' }).click()
  await page.getByRole('button', { name: 'Edit Main driver' }).click()
  await driverDone(page)
  await page.getByRole('radio', { name: /^\$600/ }).check()
  await expect(page.getByText('your excess is $600: you pay $600')).toBeVisible()
  for (const choice of quoteChoices(page)) {
    await choice.click()
    await expect(page.getByText('Updating price…')).toHaveCount(0)
    await expect(async () => {
      const shown = ((await premium(page).textContent()) ?? '').replaceAll(',', '')
      expect(shown).toContain(`$${await confirmedPrice(page)}`)
    }).toPass()
  }
  await expect(premium(page)).toContainText('a fortnight')
  await agreeToQuote(page)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Bank Transfer')
  await payByBank(page)
  expect(await boughtPolicy(page)).toMatch(/^OR\d{9}$/)
})
