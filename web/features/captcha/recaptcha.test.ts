/** Tests of the reCAPTCHA adapter on a fake page: its script, its site keys and its failures. */
import { afterEach, expect, it, vi } from 'vitest'
import { pageSettings } from '#test/samples/page.tsx'
import { createBrowserServices } from '#web/app/browser-services.ts'
import { createRecaptcha } from './recaptcha.ts'

interface Script {
  src: string
  onload(): void
  onerror(): void
  remove(): void
}

interface Widget {
  readonly sitekey: string
  callback(token: string): void
  'error-callback'(): void
}

afterEach(() => void vi.unstubAllGlobals())

const create = () => createRecaptcha('key-of-score', 'key-of-box')

/** A page: the scripts in its head, and the calls of the library. */
function fakePage() {
  const scripts = new Set<Script>()
  vi.stubGlobal('location', { origin: 'https://quote.example', protocol: 'https:' })
  vi.stubGlobal('document', {
    cookie: '',
    createElement(): Script {
      const made: Script = { src: '', onload() {}, onerror() {}, remove: () => void scripts.delete(made) }
      return made
    },
    head: { append: (script: Script) => void scripts.add(script) },
  })
  const execute = vi.fn(async (_siteKey: string, { action }: { action: string }) => `token of ${action}`)
  const render = vi.fn((_container: unknown, _widget: Widget) => 0)
  const newest = () => [...scripts].at(-1) ?? expect.unreachable('nothing is loaded')
  const place = { appendChild: vi.fn((node: unknown) => node) }
  return {
    scripts,
    execute,
    render,
    newest,
    place: place as typeof place & HTMLElement,
    /** The script has loaded, and the library with it. */
    scriptLoaded() {
      vi.stubGlobal('grecaptcha', { ready: (callback: () => void) => callback(), execute, render })
      newest().onload()
    },
    /** The widget shown last. */
    async shown(): Promise<Widget> {
      await expect.poll(() => render.mock.lastCall).toBeDefined()
      return render.mock.lastCall?.[1] ?? expect.unreachable('no widget')
    },
  }
}

it('[SHELL-09] loads the script of the score key once, and requests a token with that key and the action', async () => {
  const { scripts, scriptLoaded, execute } = fakePage()
  const captcha = create()
  captcha.prepare()
  const tokens = Promise.all([captcha.token('quote'), captcha.token('vehicle')])
  const src = 'https://www.google.com/recaptcha/api.js?render=key-of-score'
  expect([...scripts]).toMatchObject([{ src }])
  scriptLoaded()
  expect(await tokens).toEqual(['token of quote', 'token of vehicle'])
  expect(execute.mock.calls).toEqual(['quote', 'vehicle'].map(action => ['key-of-score', { action }]))
  expect(scripts.size).toBe(1)
})

it('[SHELL-09] renders the checkbox of the second key in its container, and returns its token', async () => {
  const { scriptLoaded, place, render, shown } = fakePage()
  const token = create().visibleToken(place)
  scriptLoaded()
  const widget = await shown()
  expect(widget.sitekey).toBe('key-of-box')
  expect(render.mock.lastCall?.[0]).toBe(place.appendChild.mock.lastCall?.[0])
  widget.callback('of a person')
  expect(await token).toBe('of a person')
})

it('[SHELL-09] returns no token when the checkbox failed, and shows a new one on the next attempt', async () => {
  const { scriptLoaded, place, render, shown } = fakePage()
  const captcha = create()
  const token = captcha.visibleToken(place)
  scriptLoaded()
  ;(await shown())['error-callback']()
  expect(await token).toBeNull()
  const again = captcha.visibleToken(place)
  await expect.poll(() => render).toHaveBeenCalledTimes(2)
  ;(await shown()).callback('of a person')
  expect(await again).toBe('of a person')
})

it('[SHELL-09] returns no token when the script did not load, and loads it again for the next call', async () => {
  const { scripts, scriptLoaded, newest, place } = fakePage()
  const captcha = create()
  const both = Promise.all([captcha.token('quote'), captcha.visibleToken(place)])
  newest().onerror()
  expect(await both).toEqual([null, null])
  expect(scripts.size).toBe(0)
  // It came without its library.
  const third = captcha.visibleToken(place)
  newest().onload()
  expect(await third).toBeNull()
  const next = captcha.token('quote')
  scriptLoaded()
  expect(await next).toBe('token of quote')
})

it('[SHELL-09] is chosen by the page’s settings, with each key in its place', async () => {
  const { scripts, scriptLoaded, execute } = fakePage()
  vi.stubGlobal('window', new EventTarget())
  // Node's own would keep the process waiting for other tabs.
  vi.stubGlobal('BroadcastChannel', undefined)
  const keys = { recaptchaSiteKey: 'key-of-score', recaptchaVisibleSiteKey: 'key-of-box' }
  const { captcha } = createBrowserServices({ ...pageSettings, ...keys, captcha: 'recaptcha' })
  expect(captcha.hasWidget).toBe(true)
  const token = captcha.token('quote')
  // Its file is fetched first.
  await expect.poll(() => scripts.size).toBe(1)
  scriptLoaded()
  expect(await token).toBe('token of quote')
  expect(execute.mock.lastCall).toEqual(['key-of-score', { action: 'quote' }])
})
