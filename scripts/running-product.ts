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
import { chromiumFlags, findChromium } from './machine.mjs'

export const brandKeys = [...readBrands().keys()]

/** The partner's own page-not-found is the same page as everybody's. */
export const routes = pagePaths.filter(path => path !== '/turners/page-not-found')

/** A route's HTML as it is sent. Not by fetch: outside browsers, few machines know what 'fern.localhost' is. */
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

/** Runs the work with a server of its own, and gives it the server's port. */
export async function withProduct(work: (port: string) => Promise<void>): Promise<void> {
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

/** Runs the work with the system's Chromium, or with Playwright's own where there is none. */
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
