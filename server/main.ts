/** Starts the server and stops it gracefully. All settings come from the environment (server/config.ts). */
import module from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { ownBrandKey } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { type Config, parseConfig } from './config.ts'
import type { Application } from './container.ts'
import type { Log } from './lib/dependencies.ts'
import { createShutdownHandler } from './lib/graceful-shutdown.ts'
import { createJsonLog } from './lib/logger.ts'
import { describeStartupError } from './lib/startup-errors.ts'
import { settingsOfSandboxPartners } from './partners/partners-config.ts'
import { type CompressedPageLookup, loadPages } from './plugins/load-pages.ts'

const cannotStart = 78
const dist = join(import.meta.dirname, '../dist')

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Openroad needs Node 24 or later, this is ${process.version}. \`npm start\` brings its own.`)
  process.exit(cannotStart)
}
module.enableCompileCache()
// One exit in about 75 during the start hung: process.exit waits for V8's compiler thread, which waits for a garbage
// collection (nodejs/node issue 54918).
setFlagsFromString('--no-concurrent-sparkplug')

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** As process 1 in a container, the default signal actions do not apply. No work is in progress yet. */
const exitAtOnce = () => process.exit(0)

async function start(): Promise<void> {
  for (const signal of signals) process.on(signal, exitAtOnce)
  const config = parseConfig()
  const log = createJsonLog(line => process.stdout.write(line))
  // Node's default crash report contains the error message, which may quote customers' answers.
  process.on('uncaughtException', error => {
    log.error('crash', {}, error)
    process.exit(1)
  })
  // The pages are compressed while the database starts.
  const pages = loadPages(dist, readBrands(), config)
  // `serve` reports their error. If the application fails to open first, the rejection would be unhandled.
  pages.catch(() => undefined)
  const { createApplication } = await import('./container.ts')
  const application = await createApplication(config, log)
  const app = await serve(application, pages, config, log).catch(async (error: unknown) => {
    // Otherwise its connections would stay open.
    await application.close()
    throw error
  })
  if (application.metrics) say(`Metrics are at port ${application.metrics.port}, /metrics.`)
  if (application.report) say(`The sales report is at http://${config.reportHost}:${application.report.port}`)
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  say(`Openroad is at http://localhost:${port}`)
  if (!config.production)
    say(
      `The partner brands: ${[...application.services.brands.keys()]
        .filter(key => key !== ownBrandKey)
        .map(key => `http://${key}.localhost:${port}`)
        .join('  ')}`,
    )
  const sandboxes = settingsOfSandboxPartners(config)
  if (sandboxes.length > 0) say(`These partners are sandboxes on this machine: ${sandboxes.join(', ')}.`)
  if (application.hasMailboxPages) say(`E-mails arrive at http://localhost:${port}/sandbox/mailbox`)
  if (config.production && config.trustedProxies.length === 0)
    say(
      'TRUSTED_PROXIES is empty: all clients behind one proxy share the rate limits by address; behind a proxy on this machine none apply.',
    )
  if (config.captcha.kind === 'off') say('The captcha is switched off.')
}

async function serve(
  application: Application,
  pages: Promise<CompressedPageLookup>,
  config: Config,
  log: Log,
): Promise<FastifyInstance> {
  const { buildApp } = await import('./app.ts')
  const app = await buildApp(application, { pages: await pages, dist })

  const stop = createShutdownHandler({
    drainMs: config.drainSeconds * 1000,
    markNotReady: () => application.markNotReady(),
    async close() {
      await app.close()
      await application.close()
    },
    onError: error => log.error('stop', {}, error),
    exit: code => process.exit(code),
  })
  for (const signal of signals) process.off(signal, exitAtOnce).on(signal, stop)
  process.once('disconnect', stop)
  process.channel?.unref()

  await app.listen({ host: config.host, port: config.port })
  await application.startWork()
  return app
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

start().catch((error: unknown) => {
  const sentence = describeStartupError(error)
  console.error(sentence ?? error)
  process.exit(sentence === null ? 1 : cannotStart)
})
