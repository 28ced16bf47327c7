/**
 * Browser tests of markup and script in every typed field up to the price, in links and in partners'
 * responses: it stays text there and on the status pages.
 */
import type { Page, Route } from '@playwright/test'
import { carDone, driverDone, fillCar, fillDriver, startQuote } from './customer.ts'
import { expect, type Product, test } from './product.ts'

const run = 'window.pwned=1'
const payloads = [
  `"><img src=x onerror="${run}">`,
  `<script>${run}</script>`,
  `<svg/onload=${run}>`,
  `javascript:${run}`,
  `'-${run}-'`,
  `{{constructor.constructor('${run}')()}}`,
  `</title><script>${run}</script>`,
  `<a href="javascript:${run}" autofocus onfocus="${run}">x</a>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `--><style>@import 'javascript:${run}'</style>`,
  `\u2028${run}//`,
  `<math><mtext><table><mglyph><style><img src onerror=${run}>`,
]

/** What partners say in their own words; keys, numbers and codes are left, or there would be nothing to show. */
const words = new Set([
  'vehicleDescription',
  'suburb',
  'city',
  'addressLine1',
  'buildingName',
  'streetName',
  'streetType',
  'line',
  'label',
  'title',
  'message',
  'description',
  'premium',
])

let turn = 0
const payload = () => payloads[turn++ % payloads.length] ?? ''

function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return words.has(key) ? `${value} ${payload()}` : value
  if (Array.isArray(value)) return value.map(inner => poisoned(inner, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name)]))
}

async function poison(route: Route): Promise<void> {
  const response = await route.fetch()
  const isJson = (response.headers()['content-type'] ?? '').includes('json')
  if (!isJson) return route.fulfill({ response })
  await route.fulfill({ response, json: poisoned(await response.json()) })
}

/** Collects the browser's own popups from here on, and closes them. */
function watchDialogs(page: Page): string[] {
  const heard: string[] = []
  page.on('dialog', async dialog => {
    heard.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  return heard
}
const isUntouched = async (page: Page, where: string) =>
  expect(await page.evaluate(() => Reflect.get(window, 'pwned') ?? null), where).toBeNull()

async function typeIntoEverything(page: Page, where: string): Promise<void> {
  // Every field has every payload in the end, and no two fields the same at once.
  for (const first of payloads.keys()) {
    const boxes = await page.getByRole('textbox').or(page.getByRole('combobox')).all()
    for (const [index, box] of boxes.entries())
      if ((await box.isEditable()) && (await box.evaluate(node => node.nodeName)) === 'INPUT')
        await box.fill(payloads[(first + index) % payloads.length] ?? '')
    const next = page.getByRole('button', { name: 'Next', exact: true })
    if (await next.isEnabled()) await next.click()
    await isUntouched(page, where)
  }
}

async function walk(page: Page, product: Product): Promise<void> {
  for (const [path, ends] of [
    ['/vehicle', /\/turners\/page-not-found$/],
    ['/cc-payment-failure', /\/cc-payment-failure\?/],
    ['/cc-payment-cancel', /\/page-not-found$/],
    ['/cc-payment-success', /\/page-not-found$/],
    ['/no-such', /\/no-such\?/],
  ] as const) {
    const query = new URLSearchParams()
    for (const name of ['id', 'token', 'partnerId', 'back', 'utm_source', 'uuid']) query.set(name, payload())
    // Some of these pages lead on by themselves, and on a slow machine only after a while.
    await page.goto(`${product.origin}${path}?${query}#${payload()}`, { waitUntil: 'commit' })
    await expect(page).toHaveURL(ends)
    await page.waitForLoadState('networkidle')
    await isUntouched(page, path)
  }
  await startQuote(page, product)
  await typeIntoEverything(page, 'step 1')
  await fillCar(page)
  await isUntouched(page, 'step 1 filled')
  await carDone(page)
  await typeIntoEverything(page, 'step 2')
  await fillDriver(page)
  await driverDone(page)
  await isUntouched(page, 'step 3')
}

test.describe('from outside', () => {
  // Twelve times every field: no other test takes as long.
  test.describe.configure({ timeout: 360_000 })
  test.use({ refusals: [400, 401, 403, 404, 409, 422] })
  test('[T24] [EDGE-16] [SHELL-14] script in answers of partners, in the address bar and in every field runs nowhere', async ({
    page,
    product,
  }) => {
    const heard = watchDialogs(page)
    await page.route('**/edge/**', poison)
    await walk(page, product)
    await page.reload()
    await page.waitForLoadState('networkidle')
    await isUntouched(page, 'step 3 again')
    // An answer on its way as the page closes could no longer be read.
    await page.unrouteAll({ behavior: 'wait' })
    expect(heard).toEqual([])
  })
})

test.describe('from inside', () => {
  test.use({ breaksPolicy: true })
  test('[T24] [T41] markup that got into the page all the same would run nothing; the page cannot be framed', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.origin}/vehicle`)
    const stopped = await page.evaluate(async () => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', event => violations.push(event.effectiveDirective))
      const tries: (() => void)[] = [
        () => {
          document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.pwned=1">')
        },
        () => {
          const script = document.createElement('script')
          script.append('window.pwned=1')
          document.body.append(script)
        },
        () => {
          Reflect.apply(Reflect.get(window, 'eval'), window, ['window.pwned=1'])
        },
        () => {
          const image = document.createElement('img')
          image.setAttribute('onerror', 'window.pwned=1')
          image.src = 'data:,'
          document.body.append(image)
        },
        () => {
          void fetch('https://evil.example/').catch(() => undefined)
        },
      ]
      // Later, on the page's own account: what the debugger runs at once is above its policy.
      for (const attempt of tries)
        setTimeout(() => {
          try {
            attempt()
          } catch {
            // Refused by throwing: told by a violation as well.
          }
        })
      const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
      // As long as a busy machine needs to tell of both; what ran all the same has run soon after.
      for (let look = 0; look < 100 && new Set(violations).size < 2; look += 1) await pause(50)
      await pause(300)
      return { violations, pwned: Reflect.get(window, 'pwned') ?? null }
    })
    expect(stopped.pwned).toBeNull()
    expect(new Set(stopped.violations)).toEqual(new Set(['require-trusted-types-for', 'connect-src']))
    await page.goto('about:blank')
    const framed = await page.evaluate(async origin => {
      const frame = document.createElement('iframe')
      frame.src = `${origin}/vehicle`
      document.body.append(frame)
      await new Promise(resolve => frame.addEventListener('load', resolve))
      try {
        return frame.contentDocument?.body.textContent ?? ''
      } catch {
        return 'another origin'
      }
    }, product.origin)
    expect(framed).not.toContain('Number plate')
    expect(page.frames().some(frame => frame.url().includes('/vehicle'))).toBe(false)
  })
})
