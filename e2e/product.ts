/** Playwright fixtures of the browser tests: a server per worker, and a check that the console stays empty. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { startProduct, startSandboxFor } from '#test/node-process.ts'

export interface Product {
  /** http://localhost:40123 */
  readonly origin: string
  readonly dataDir: string
  /** Kills the server and restarts it with the same data and port. */
  crash(): Promise<void>
}

/** The product at a host that counts as a production host: without 'int', 'dev', 'uat', 'pre' and 'localhost'. */
export const atProductionHost = (product: Product): Product => ({
  ...product,
  origin: product.origin.replace('localhost', '127.0.0.1'),
})

interface Quiet {
  /** Error statuses that this test expects, because the browser logs each. */
  readonly refusals: readonly number[]
  /** True if this test violates the content security policy, because Chromium logs each violation. */
  readonly breaksPolicy: boolean
  readonly quietConsole: undefined
  readonly oneDay: undefined
}

/** Milliseconds to midnight in New Zealand; an hour wrong on daylight saving changes. */
function msToMidnight(): number {
  const time = new Date().toLocaleTimeString('en-NZ', { timeZone: 'Pacific/Auckland', hourCycle: 'h23' })
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return 86_400_000 - ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

const statusOf = (line: string): number => Number(/responded with a status of (\d+)/.exec(line)?.[1])

export const test = base.extend<Quiet, { product: Product }>({
  refusals: [[], { option: true }],
  breaksPolicy: [false, { option: true }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'openroad-e2e-'))
      const sandbox = await startSandboxFor(dataDir)
      let node = await startProduct(dataDir, sandbox)
      await use({
        origin: node.origin,
        dataDir,
        async crash() {
          await node.stop('SIGKILL')
          node = await startProduct(dataDir, sandbox, node.port)
        },
      })
      await node.stop()
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  quietConsole: [
    async ({ context, refusals, breaksPolicy }, use) => {
      const lines: string[] = []
      context.on('console', message => {
        const isExpected =
          refusals.includes(statusOf(message.text())) ||
          (breaksPolicy && /Content Security Policy|'TrustedScript'|'TrustedHTML'/.test(message.text()))
        // Chromium logs a request that the test aborts, and React logs the missing file.
        const isAborted =
          /net::ERR_(?:FAILED|INTERNET_DISCONNECTED)|Failed to fetch dynamically imported module/.test(
            message.text(),
          )
        if (!isExpected && !isAborted && (message.type() === 'error' || message.type() === 'warning'))
          lines.push(`${message.type()}: ${message.text()}`)
      })
      context.on('weberror', error => lines.push(`uncaught: ${error.error().message}`))
      await use(undefined)
      expect(lines, 'the console must stay silent').toEqual([])
    },
    { auto: true },
  ],
  // Midnight makes the start date of a quote past, so no test starts shortly before it.
  oneDay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use, { timeout }) => {
      const left = msToMidnight()
      if (left < timeout) await new Promise(resolve => setTimeout(resolve, left + 1_000))
      await use(undefined)
    },
    // Its own timeout, so that the wait does not count as the test's time.
    { auto: true, timeout: 1_200_000 },
  ],
})

export { expect }
