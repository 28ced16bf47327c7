/** The data layer at an address that counts as live, as a tag manager would find it: each step and event, and nothing of anybody. */
import { fillPolicyholder, payBy, reachPolicyholder } from './customer.ts'
import { expect, test } from './product.ts'

test.use({ refusals: [500] })

/** 'int', 'dev', 'uat', 'pre' and 'localhost' are in no part of it. */
const liveOrigin = (origin: string) => origin.replace('localhost', '127.0.0.1')

test('[SHELL-06] [PAY-11] the data layer holds each step once, what was agreed to and a payment page that did not come, and nothing that was typed', async ({
  page,
  product,
}) => {
  await reachPolicyholder(page, { ...product, origin: liveOrigin(product.origin) })
  const view = (step: number) => ({ event: 'virtual_page_view', page: `/vehicle/step${step}` })
  await fillPolicyholder(page)
  await page.route('**/payment/create', route => route.fulfill({ json: { data: { attributes: {} } } }))
  await payBy(page, 'Direct Debit - Credit Card')
  // A step is counted once it is drawn.
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'dataLayer')))
    .toEqual([
      view(1),
      view(2),
      view(3),
      { event: 'declaration_agreed', cover: 'COMPREHENSIVE', frequency: 'FORTNIGHTLY' },
      view(4),
      { event: 'payment_page_missing' },
    ])
})

test('[SHELL-09] [PAY-06] [PAY-07] [PAY-10] what the specification calls logged is in the data layer, from pages that are left at once as well', async ({
  page,
  product,
}) => {
  const logged: unknown[] = []
  await page.exposeFunction('pushed', (entry: unknown) => logged.push(entry))
  await page.addInitScript(() => {
    const layer: unknown[] = []
    layer.push = entry => {
      Reflect.get(window, 'pushed')(entry)
      return 0
    }
    Object.assign(window, { dataLayer: layer })
  })
  const open = (path: string) => page.goto(`${liveOrigin(product.origin)}${path}`)
  const has = (event: string) => expect.poll(() => logged).toContainEqual({ event })

  await open('/session-expired')
  await has('session_expired')

  const policy = '**/payment/policy/retrieve*'
  await page.route(policy, route => route.fulfill({ status: 500, json: {} }))
  await open('/paymentsuccess?id=a-quote')
  await expect(page).toHaveURL(/\/error-occurred$/)
  await has('policy_not_retrieved')

  await page.unroute(policy)
  const details = {
    policyId: 'P-1',
    paymentFrequency: 'MONTHLY',
    cover: 'COMPREHENSIVE',
    amountCovered: 13_700,
  }
  await page.route(policy, route => route.fulfill({ json: details }))
  await page.route('**/document/retrieve', route => route.abort())
  await open('/paymentsuccess?id=a-quote')
  await page.getByRole('button', { name: 'Download policy details' }).click()
  await has('download_failed')

  await page.route('**/captcha/challenge*', route => route.abort())
  await open('/vehicle/step1')
  await page.getByRole('button', { name: 'I understand' }).click()
  await page.getByRole('textbox', { name: 'Number plate' }).fill('JHU968')
  await page.keyboard.press('Tab')
  await has('captcha_not_ready')
})
