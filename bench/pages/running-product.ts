/** Starts the application and lists its brands and routes, for commands that check pages from outside. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Browser, chromium } from '@playwright/test'
import { readBrands } from '#brands/index.ts'
import { pagePaths } from '#journey/page-paths.ts'
import { startProduct, startSandboxFor } from '#test/node-process.ts'
import { chromiumFlags, findChromium } from '../../scripts/system-programs.mjs'

export const brandKeys = [...readBrands().keys()]

/** Without the partner's own page-not-found, which is the same page. */
export const routes = pagePaths.filter(path => path !== '/turners/page-not-found')

/** The HTML of a route as served. Not by fetch, because few machines resolve 'fern.localhost' outside browsers. */
export async function htmlOf(port: string, brand: string, route: string): Promise<string> {
  const request = get({
    host: '127.0.0.1',
    port,
    path: route,
    headers: { host: `${brand}.localhost:${port}` },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return text(answer)
}

/** Starts a server and runs `work` with its port. */
export async function withServer(work: (port: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openroad-pages-'))
  const sandbox = await startSandboxFor(dataDir)
  const node = await startProduct(dataDir, sandbox)
  try {
    await work(node.port)
  } finally {
    await node.stop()
    await sandbox.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs `work` with the system's Chromium, or with Playwright's if there is none. */
export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumFlags,
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}
