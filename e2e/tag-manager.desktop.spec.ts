/**
 * Browser tests of a brand with a tag manager container on a production host: what the container's script sees in a whole
 * purchase, where it is loaded, and what the content policy lets it do. A fake replaces Google's script.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { pageSecurityPolicies } from '#server/plugins/load-pages.ts'
import {
  agreeToQuote,
  boughtPolicy,
  fillCar,
  fillDriver,
  fillPolicyholder,
  next,
  payBy,
  payByBank,
  payOnCardPage,
  premium,
  startQuote,
} from './customer.ts'
import { holdRequest } from './hold-request.ts'
import { openStep } from './open-step.ts'
import { atProductionHost, expect, test } from './product.ts'

const container = 'GTM-TEST123'
const scriptAddress = `https://www.googletagmanager.com/gtm.js?id=${container}`
const closedToContainer = ['/vehicle/step5', '/cc-payment-failure', '/privacy', '/terms']

/** In place of Google's script: reads all entries, earlier and later ones, and every address that is written. */
const fakeContainer = `{
  const see = entry => seenByContainer(JSON.stringify(entry), location.href)
  dataLayer.forEach(see)
  const push = dataLayer.push
  dataLayer.push = (...entries) => { entries.forEach(see); return push.apply(dataLayer, entries) }
  for (const name of ['pushState', 'replaceState']) {
    const write = history[name]
    history[name] = function (state, title, address) {
      writtenBesideContainer(String(address))
      return write.apply(this, arguments)
    }
  }
}`

interface Recorded {
  /** Every push of the product, on all pages. */
  readonly pushed: string[]
  /** Every entry that the container read. */
  readonly seen: string[]
  /** The addresses at which the container read something. */
  readonly addresses: string[]
  /** The addresses that the product wrote to the history while the container was loaded. */
  readonly written: string[]
}

/** Gives the product's pages a container, with the policy that the server would send for such a brand. */
async function withContainer(context: BrowserContext, origin: string): Promise<Recorded> {
  const [pushed, seen, addresses, written]: [string[], string[], string[], string[]] = [[], [], [], []]
  await context.exposeFunction('pushedByProduct', (entry: string) => pushed.push(entry))
  await context.exposeFunction('seenByContainer', (entry: string, address: string) => {
    seen.push(entry)
    addresses.push(address)
  })
  await context.exposeFunction('writtenBesideContainer', (address: string) => written.push(address))
  await context.addInitScript(() => {
    const layer: unknown[] = []
    const push = layer.push
    layer.push = (...entries) => {
      for (const entry of entries) Reflect.get(window, 'pushedByProduct')(JSON.stringify(entry))
      return push.apply(layer, entries)
    }
    Object.assign(window, { dataLayer: layer })
  })
  await context.route(
    url => url.origin === origin && !url.pathname.startsWith('/sandbox'),
    async route => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch({ maxRedirects: 0 })
      if (response.status() !== 200) return route.fulfill({ response })
      const body = (await response.text()).replace('"tagManager":null', `"tagManager":"${container}"`)
      const hasTagManager = !closedToContainer.includes(new URL(route.request().url()).pathname)
      const { productionCsp } = pageSecurityPolicies(body, { kind: 'off' }, hasTagManager)
      await route.fulfill({
        response,
        body,
        headers: { ...response.headers(), 'content-security-policy': productionCsp },
      })
    },
  )
  // The card page's redirect back as a refresh: Playwright cannot change the response to a redirect.
  await context.route(
    url => url.origin !== origin,
    async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch({ maxRedirects: 0 })
      const to = response.headers().location
      if (!to) return route.fulfill({ response })
      await route.fulfill({
        contentType: 'text/html',
        body: `<meta http-equiv="refresh" content="0; url=${to.replaceAll('&', '&amp;')}">`,
      })
    },
  )
  await context.route('https://www.googletagmanager.com/**', route =>
    route.fulfill({ contentType: 'text/javascript', body: fakeContainer }),
  )
  return { pushed, seen, addresses, written }
}

const hasScript = (page: Page) =>
  page.evaluate(address => document.querySelector(`script[src="${address}"]`) !== null, scriptAddress)

const personal =
  /m[aā]ia|brien|1988|remuera|jhu968|1234567|2350|example\.nz|OR\d|[\da-f]{8}-[\da-f]{4}-|token|13700/i

const view = (step: number) => ({ event: 'virtual_page_view', page: `/vehicle/step${step}` })
const events = (entries: readonly string[]) =>
  entries.map(entry => JSON.parse(entry)).filter(({ event }) => event !== undefined && event !== 'gtm.js')

test('[BUS-03] [SHELL-06] a whole purchase by bank: every push is free of personal data, and the container reads it and is never on the page with bank details', async ({
  page,
  product,
  context,
}) => {
  const production = atProductionHost(product)
  const { pushed, seen, addresses } = await withContainer(context, production.origin)
  const scripts: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(production.origin)) scripts.push(request.url())
  })
  await startQuote(page, production)
  await fillCar(page)
  await next(page).click()
  await expect.poll(() => hasScript(page)).toBe(true)
  await fillDriver(page)
  await next(page).click()
  await expect(premium(page)).toHaveText(/\$\d/)
  await agreeToQuote(page)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Bank Transfer')

  // Step 5 is a separate document, with all answers and Back, and without foreign scripts.
  await expect(page.getByRole('textbox', { name: 'Bank account name' })).toBeVisible()
  expect(await hasScript(page)).toBe(false)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/vehicle\/step4$/)
  await expect(page.getByRole('radio', { name: 'Direct Debit - Bank Transfer' })).toBeChecked()
  await next(page).click()
  await payByBank(page)

  await boughtPolicy(page)
  await expect(page).toHaveURL(`${production.origin}/paymentsuccess`)
  await expect.poll(() => hasScript(page)).toBe(true)
  const bought = { event: 'policy_bought', paymentMethod: 'BANK_TRANSFER' }
  await expect.poll(() => events(seen)).toContainEqual(bought)
  // A step to which the customer comes back may be viewed twice.
  const once = [...new Set(events(pushed).map(event => JSON.stringify(event)))]
  expect(events(once)).toEqual([
    ...[view(1), view(2), view(3)],
    { event: 'declaration_agreed', cover: 'COMPREHENSIVE', frequency: 'FORTNIGHTLY' },
    ...[view(4), view(5), bought],
  ])
  for (const entry of [...pushed, ...seen]) expect(entry).not.toMatch(personal)
  for (const address of addresses) expect(address).not.toMatch(/step5|cc-payment|[?&](id|uuid|token)=/)
  expect(new Set(scripts)).toEqual(new Set([scriptAddress]))

  // The tab remembers the purchase, so a reload of the shorter address shows the policy again.
  await page.reload()
  await boughtPolicy(page)
})

test('[BUS-03] reads a card purchase once its address has no token', async ({ page, product, context }) => {
  const production = atProductionHost(product)
  const { pushed, seen, addresses } = await withContainer(context, production.origin)
  await openStep(page, production, 4)
  await fillPolicyholder(page)
  await payBy(page, 'Direct Debit - Credit Card')
  await payOnCardPage(page)
  await boughtPolicy(page)
  await expect(page).toHaveURL(`${production.origin}/paymentsuccess`)
  await expect
    .poll(() => events(seen))
    .toContainEqual({ event: 'policy_bought', paymentMethod: 'Credit_Card' })
  for (const entry of [...pushed, ...seen]) expect(entry).not.toMatch(personal)
  for (const address of addresses) expect(address).not.toMatch(/step5|cc-payment|[?&](id|uuid|token)=/)
})

test('[BUS-03] [ENTRY-03] a link that cannot be opened stays out of the address, and Back tries it again', async ({
  page,
  product,
  context,
}) => {
  const production = atProductionHost(product)
  const link = await openStep(page, production, 2)
  const { written } = await withContainer(context, production.origin)
  const failLogin = await holdRequest(page, '**/edge/login', route => route.abort())
  await page.goto(link)
  await expect.poll(() => hasScript(page)).toBe(true)
  failLogin()
  await expect(page).toHaveURL(/\/error-occurred$/)
  await expect.poll(() => written).toContain('/error-occurred')
  for (const address of written) expect(address).not.toMatch(/[?&](id|uuid|token)=/)
  await page.unroute('**/edge/login')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
})

test('[BUS-03] [ENTRY-03] a quote that is being bought opens in a document of its own', async ({
  page,
  product,
  context,
}) => {
  const production = atProductionHost(product)
  const link = await openStep(page, production, 2)
  const { written } = await withContainer(context, production.origin)
  const answerBinding = await holdRequest(page, '**/edge/vero/prospect/car?**', route =>
    route.fulfill({ json: { quoteId: 'q1', status: 'BINDING' } }),
  )
  await page.route('**/policy/retrieve?**', () => {})
  await page.goto(`${link}&partnerId=p1`)
  await expect.poll(() => hasScript(page)).toBe(true)
  answerBinding()
  await expect(page).toHaveURL(/\/paymentsuccess\?id=q1$/)
  expect(await hasScript(page)).toBe(false)
  expect(written).toEqual([])
})

test('[BUS-03] no container: nothing of Google’s is asked for', async ({ page, product, context }) => {
  const asked: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith('http://')) asked.push(request.url())
  })
  const policies: string[] = []
  page.on('response', response => {
    const policy = response.headers()['content-security-policy']
    if (policy) policies.push(policy)
  })
  await openStep(page, atProductionHost(product), 2)
  expect(policies.filter(policy => /google/.test(policy))).toEqual([])
  await withContainer(context, product.origin)
  await openStep(page, product, 2)
  expect(asked).toEqual([])
  expect(await hasScript(page)).toBe(false)
})
