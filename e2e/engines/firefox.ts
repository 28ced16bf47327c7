/** Drives the system's Firefox by WebDriver BiDi. */
import puppeteer, { type KeyInput } from 'puppeteer-core'
import type { Engine, EnginePage, Key, Viewport } from './engine.ts'

const keys: Readonly<Record<Exclude<Key, 'Shift+Tab' | 'SelectAll'>, KeyInput>> = {
  Tab: 'Tab',
  Enter: 'Enter',
  Escape: 'Escape',
  Space: ' ',
  ArrowDown: 'ArrowDown',
  ArrowRight: 'ArrowRight',
}

export function firefox(executablePath: string): Engine {
  return { name: 'firefox', open: viewport => openPage(executablePath, viewport) }
}

async function openPage(executablePath: string, viewport: Viewport): Promise<EnginePage> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-NZ',
      // Nothing leaves the machine.
      'network.dns.disablePrefetch': true,
      'browser.safebrowsing.update.enabled': false,
    },
  })
  const page = await browser.newPage()
  await page.setViewport(viewport)
  const chord = async (modifier: 'Shift' | 'Control', key: KeyInput) => {
    await page.keyboard.down(modifier)
    await page.keyboard.press(key)
    await page.keyboard.up(modifier)
  }
  return {
    goto: async url => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    forward: async () => void (await page.goForward()),
    reload: async () => void (await page.reload()),
    evaluate: (act, ...args) => page.evaluate(act as never, ...(args as unknown as never[])) as never,
    click: (x, y) => page.mouse.click(x, y),
    type: text => page.keyboard.type(text),
    press: async key => {
      if (key === 'Shift+Tab') await chord('Shift', 'Tab')
      else if (key === 'SelectAll') await chord('Control', 'a')
      else await page.keyboard.press(keys[key])
    },
    screenshot: () => page.screenshot(),
    print: () => page.pdf({ format: 'a4' }),
    close: () => browser.close(),
  }
}
