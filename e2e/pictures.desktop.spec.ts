/** The pictures of the README, made from the running product; `npm run pictures` keeps them in docs/pictures. */
import { join } from 'node:path'
import { reachQuote } from './customer.ts'
import { expect, test } from './product.ts'

const kept = process.env.OPENROAD_PICTURES === '1'
const folder = join(import.meta.dirname, kept ? '../docs/pictures' : '../test-results/pictures')

test('[SHELL-03] two brands, a first page and a quote, as the README shows them', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${product.origin}/vehicle`)
  await expect(page).toHaveTitle(/Openroad/)
  const entry = await page.screenshot({ path: join(folder, 'entry-1280.png') })
  expect(entry.length).toBeGreaterThan(10_000)

  const partner = { ...product, origin: product.origin.replace('localhost', 'harbour.localhost') }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await reachQuote(page, partner)
  await expect(page).toHaveTitle(/Harbour Mutual/)
  await expect(page.getByRole('main')).toHaveAttribute('id', 'main')
  await page.evaluate(() => window.scrollTo(0, 0))
  const quote = await page.screenshot({ path: join(folder, 'quote-390.png') })
  expect(quote.length).toBeGreaterThan(10_000)
})
