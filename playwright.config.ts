/** Settings of the browser tests: the machine's Chromium at a phone's and a desktop's width, and Firefox and WebKit. */
import { tmpdir } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium, memoryFolder } from './scripts/system-programs.mjs'

// The servers' databases and the browser's profiles are written there.
process.env.TMPDIR = memoryFolder() ?? tmpdir()

const chromium = findChromium()
if (!chromium) throw new Error('No Chromium on this machine: install one, or set CHROMIUM_PATH.')

const allEngineTests = process.env.OPENROAD_ENGINES === 'all'

/** Short captcha puzzles save processor time; `npm run vitals`, which measures times, uses the puzzles of production. */
if (!process.env.OPENROAD_VITALS) process.env.CAPTCHA_ATTEMPTS ??= '20'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/build-states.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Only to end what hangs: a test must pass on a machine that is several times slower.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/openroad/playwright.json' }]],
  use: {
    // A missing control fails the test sooner than the test's own limit would.
    actionTimeout: 60_000,
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    // Only on request, because traces take a sixth of the run's time.
    trace: process.env.OPENROAD_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        ...chromiumFlags,
        // Quiet on the network, so that what a test sees leave the page is the page's own.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-gpu',
        '--disable-quic',
      ],
    },
  },
  projects: [
    // Most journeys run at both widths; what only one of them has is in *.phone.spec.ts or *.desktop.spec.ts.
    {
      name: 'phone',
      testIgnore: ['**/*.desktop.spec.ts', 'engines/**'],
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true },
    },
    {
      name: 'desktop',
      testIgnore: ['**/*.phone.spec.ts', 'engines/**'],
      use: { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 },
    },
    // Firefox and WebKit, driven by their own protocols. `npm run engines` runs all of it.
    {
      name: 'engines',
      testDir: 'e2e/engines',
      testMatch: allEngineTests ? '*.spec.ts' : 'short-purchase.spec.ts',
    },
  ],
})
