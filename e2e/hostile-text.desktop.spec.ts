/** Browser tests of script in fields, links and partners' responses: it stays text on every page. */
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

/** The free texts of partners' responses; keys, numbers and codes stay valid. */
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

/** Collects and closes the browser's own dialogs. */
function watchDialogs(page: Page): string[] {
  const messages: string[] = []
  page.on('dialog', async dialog => {
    messages.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  return messages
}
const expectNoScriptRan = async (page: Page, where: string) =>
  expect(await page.evaluate(() => Reflect.get(window, 'pwned') ?? null), where).toBeNull()

const editableFields = (page: Page) =>
  page
    .locator('input:enabled:not([readonly], [type=radio], [type=checkbox], [type=date])')
    .filter({ visible: true })

async function typeIntoEverything(page: Page, where: string): Promise<void> {
  // Every field gets every payload, and no two fields have the same one at once.
  for (const first of payloads.keys()) {
    const boxes = await editableFields(page).all()
    for (const [index, box] of boxes.entries())
      await box.fill(payloads[(first + index) % payloads.length] ?? '')
    const next = page.getByRole('button', { name: 'Next', exact: true })
    if (await next.isEnabled()) await next.click()
    await expectNoScriptRan(page, where)
  }
  // A cleared field ends its search, whose result would replace what is typed next.
  for (const box of await editableFields(page).all()) await box.fill('')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
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
    // Some of these pages redirect, on a slow machine only after a while.
    await page.goto(`${product.origin}${path}?${query}#${payload()}`, { waitUntil: 'commit' })
    await expect(page).toHaveURL(ends)
    await page.waitForLoadState('networkidle')
    await expectNoScriptRan(page, path)
  }
  await startQuote(page, product)
  await typeIntoEverything(page, 'step 1')
  await fillCar(page)
  await expectNoScriptRan(page, 'step 1 filled')
  await carDone(page)
  await typeIntoEverything(page, 'step 2')
  await fillDriver(page)
  await driverDone(page)
  await expectNoScriptRan(page, 'step 3')
}

test.describe('from outside', () => {
  // Twelve payloads in every field take long.
  test.describe.configure({ timeout: 360_000 })
  test.use({ refusals: [400, 401, 403, 404, 409, 422] })
  test('[T24] [EDGE-16] [SHELL-14] script from outside never runs', async ({ page, product }) => {
    const dialogs = watchDialogs(page)
    await page.route('**/edge/**', poison)
    await walk(page, product)
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expectNoScriptRan(page, 'step 3 again')
    // A pending response could not be read after the page closes.
    await page.unrouteAll({ behavior: 'wait' })
    expect(dialogs).toEqual([])
  })
})

test.describe('from inside', () => {
  test.use({ breaksPolicy: true })
  test('[T24] [T41] injected markup runs no script; no page is framed', async ({ page, product }) => {
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
      // In a timeout, because the debugger's own script is not subject to the policy.
      for (const attempt of tries)
        setTimeout(() => {
          try {
            attempt()
          } catch {
            // Blocked with an error; a violation is reported too.
          }
        })
      const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
      // Waits until both violations are reported.
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
