/** The data layer at an address that counts as live, as a tag manager would find it: each step and event, and nothing of anybody. */
import { reachPolicyholder } from './customer.ts'
import { expect, test } from './product.ts'

test('[SHELL-06] the data layer holds each step once and what was agreed to, and nothing that was typed', async ({
  page,
  product,
}) => {
  const origin = product.origin.replace('localhost', '127.0.0.1')
  await reachPolicyholder(page, { ...product, origin })
  const view = (step: number) => ({ event: 'virtual_page_view', page: `/vehicle/step${step}` })
  // A step is counted once it is drawn.
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'dataLayer')))
    .toEqual([
      view(1),
      view(2),
      view(3),
      { event: 'declaration_agreed', cover: 'COMPREHENSIVE', frequency: 'FORTNIGHTLY' },
      view(4),
    ])
})
