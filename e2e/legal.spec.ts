/** Browser tests of the privacy and terms pages, without script, at both widths and in print. */
import { expect, test } from './product.ts'

for (const { path, link, first } of [
  { path: '/privacy', link: 'Privacy', first: 'What we collect' },
  { path: '/terms', link: 'Terms of use', first: 'Who we are' },
] as const)
  test(`[BUS-04] [SHELL-04] the footer leads to ${path}, which is whole without script, and printable`, async ({
    page,
    product,
  }) => {
    await page.goto(`${product.origin}/vehicle`)
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(`${product.origin}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(link)
    await expect(page.getByText(/^Version \d{4}-\d\d-\d\d, in force since \d+ \w+ \d{4}$/)).toBeVisible()
    // The HTML is complete; no script file is loaded.
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    expect(fetched.filter(name => name.includes('.js'))).toEqual([])

    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: first }).click()
    await expect(page.getByRole('heading', { name: first })).toBeInViewport()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  })
