/**
 * Drives WebKitGTK's MiniBrowser by WebDriver, in a virtual display of the viewport's size. A window manager without
 * decorations lets the page fill the display, which MiniBrowser's own toolbar would not.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Engine, EnginePage, Key, Viewport } from './engine.ts'

/** Code points that WebDriver gives to keys without a character. */
const keys: Readonly<Record<Exclude<Key, 'Shift+Tab' | 'SelectAll'>, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowDown: '\uE015',
  ArrowRight: '\uE014',
}
const shift = '\uE008'
const control = '\uE009'

interface Action {
  readonly type: string
  readonly [detail: string]: unknown
}

const down = (value: string): Action => ({ type: 'keyDown', value })
const up = (value: string): Action => ({ type: 'keyUp', value })

export function webkit(miniBrowser: string): Engine {
  return { name: 'webkit', open: viewport => openPage(miniBrowser, viewport) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts the display, and resolves to its name once the server says that it is ready. */
async function startDisplay({ width, height }: Viewport, running: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  running.push(server)
  const [number] = (await once(server.stdout, 'data')) as [Buffer]
  return `:${String(number).trim()}`
}

async function openPage(miniBrowser: string, viewport: Viewport): Promise<EnginePage> {
  const running: ChildProcess[] = []
  const home = await mkdtemp(join(tmpdir(), 'openroad-webkit-'))
  const stop = async () => {
    for (const child of running.reverse()) child.kill()
    await rm(home, { recursive: true, force: true })
  }
  try {
    const env = {
      ...process.env,
      DISPLAY: await startDisplay(viewport, running),
      HOME: home,
      XDG_RUNTIME_DIR: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
      LANG: 'en_NZ.UTF-8',
      TZ: 'Pacific/Auckland',
    }
    running.push(spawn('matchbox-window-manager', ['-use_titlebar', 'no'], { env, stdio: 'ignore' }))
    const port = await freePort()
    running.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }))
    // The driver has no command to print.
    const print = async (url: string) => {
      const pdf = join(home, 'page.pdf')
      const program = join(import.meta.dirname, 'print-webkit.py')
      await promisify(execFile)('/usr/bin/python3', [program, url, pdf], { env, timeout: 120_000 })
      return readFile(pdf)
    }
    return await startSession(`http://127.0.0.1:${port}`, miniBrowser, print, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function command(url: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`WebDriver: ${JSON.stringify(value).slice(0, 400)}`)
  return value
}

async function startSession(
  driver: string,
  binary: string,
  print: (url: string) => Promise<Uint8Array>,
  stop: () => Promise<void>,
): Promise<EnginePage> {
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`${driver}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    if (tries === 100) throw new Error('WebKitWebDriver did not start')
    await delay(100)
  }
  const options = { binary, args: ['--automation', '--full-screen'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await command(`${driver}/session`, 'POST', { capabilities })) as {
    sessionId: string
  }
  const session = `${driver}/session/${sessionId}`
  const post = (path: string, body: unknown = {}) => command(`${session}/${path}`, 'POST', body)
  await post('window/fullscreen')
  const typeKeys = (actions: readonly Action[]) =>
    post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  const chord = (modifier: string, key: string) =>
    typeKeys([down(modifier), down(key), up(key), up(modifier)])
  return {
    goto: async url => void (await post('url', { url })),
    back: async () => void (await post('back')),
    forward: async () => void (await post('forward')),
    reload: async () => void (await post('refresh')),
    evaluate: (act, ...args) =>
      post('execute/sync', { script: `return (${act})(...arguments)`, args }) as never,
    click: async (x, y) => {
      const actions = [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    type: async text =>
      void (await typeKeys([...text].flatMap(character => [down(character), up(character)]))),
    press: async key => {
      if (key === 'Shift+Tab') await chord(shift, keys.Tab)
      else if (key === 'SelectAll') await chord(control, 'a')
      else await typeKeys([down(keys[key]), up(keys[key])])
    },
    screenshot: async () => Buffer.from((await command(`${session}/screenshot`, 'GET')) as string, 'base64'),
    print: async () => print((await command(`${session}/url`, 'GET')) as string),
    close: async () => {
      await command(session, 'DELETE').catch(() => undefined)
      await stop()
    },
  }
}
