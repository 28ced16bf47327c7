/** Measures all bytes of the entry page with an empty cache, for `npm run size` and the browser tests. */
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { entryFiles } from './bundle.ts'

export const mostEntryBytes = 130_000

export interface EntryBytes {
  /** Compressed bytes on the network. */
  readonly screen: number
  /** Including the script that is prefetched for the next page. */
  readonly withNext: number
}

const client = join(import.meta.dirname, '../../dist/client')

/** @param context a browser context with an empty cache */
export async function entryBytes(context: BrowserContext, address: string): Promise<EntryBytes> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const scripts = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname)
  })
  const fetched: { readonly script: string | undefined; readonly bytes: number }[] = []
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    fetched.push({ script: scripts.get(requestId), bytes: encodedDataLength })
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.close()

  const own = entryFiles(client).map(file => `/${file}`)
  const missing = own.filter(path => !fetched.some(({ script }) => script === path))
  if (missing.length > 0) throw new Error(`The entry screen did not fetch ${missing.join(', ')}.`)
  const sum = (files: typeof fetched) => files.reduce((bytes, file) => bytes + file.bytes, 0)
  return {
    screen: sum(fetched.filter(({ script }) => script === undefined || own.includes(script))),
    withNext: sum(fetched),
  }
}
