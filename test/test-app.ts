/** Starts the whole application for a test: server, database, sandbox partners and a controlled clock, over real HTTP. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished } from 'vitest'
import { createPdfRenderer } from '#documents/pdf-renderer.ts'
import { idempotencyModes } from '#partners/insurer/port.ts'
import type { Message } from '#partners/mail/port.ts'
import { type Sandbox, startSandbox } from '#sandbox/server.ts'
import { buildApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { type Application, createApplication, type TestOverrides } from '#server/container.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { blankPdfRenderer, emptyPage } from './blank-output.ts'
import { type Client, createClient } from './client.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type { Client } from './client.ts'

export interface TestApp {
  readonly app: FastifyInstance
  readonly application: Application
  /** Those of `application`. */
  readonly services: Dependencies
  readonly repositories: Dependencies['repositories']
  readonly database: TestDatabase
  readonly query: TestDatabase['query']
  readonly sandbox: Sandbox
  readonly origin: string
  readonly logLines: readonly string[]
  /** A client with a cookie jar that has loaded the first page. */
  browser(): Promise<Client>
  /** The client at another host, with the same cookies and token. */
  at(host: string, client?: Client): Client
  /** A client without cookies. */
  plainClient(): Client
  /** Waits for at least this many mails, and returns all, newest last. */
  mails(atLeast: number): Promise<Mail[]>
  close(): Promise<void>
}

interface Mail {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly { readonly filename: string; readonly base64: string }[]
}

/**
 * One PDF renderer for all applications of a process, with ten minutes for a document, because the machine may be slow.
 * Starting many threads is slow, and V8 can crash if threads start and end often (`Check failed: jit_page.has_value()`,
 * similar to nodejs/node#64500).
 */
export const realPdfRenderer = createPdfRenderer(undefined, 600_000)

export interface TestAppOptions {
  readonly environment?: Record<string, string>
  readonly replace?: TestOverrides
  /** Starts another node of that application with the same database, keys and sandbox. Close it first. */
  readonly beside?: TestApp
  /** No jobs and no periodic work: only requests use the database. */
  readonly isIdle?: true
}

export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options
  const database = beside ? { ...beside.database, close: async () => undefined } : await testDatabase()
  const dataDir =
    beside?.application.services.config.dataDir ?? (await mkdtemp(join(tmpdir(), 'openroad-world-')))
  const idempotency = idempotencyModes.find(one => one === options.environment?.INSURER_IDEMPOTENCY)
  const sandbox =
    beside?.sandbox ??
    (await startSandbox({
      dataDir,
      idempotency,
      now: options.replace?.now ?? (() => new Date()),
    }))
  const config = parseConfig({
    CAPTCHA: 'off',
    PORT: '0',
    DATA_DIR: dataDir,
    SANDBOX_URL: sandbox.origin,
    ...options.environment,
  })
  const logLines: string[] = []
  const log = createJsonLog(line => logLines.push(line))
  const application = await createApplication(config, log, {
    database: { url: database.url },
    pdfRenderer: blankPdfRenderer,
    ...options.replace,
  })
  const dist = join(dataDir, 'dist')
  const app = await buildApp(application, { pages: () => emptyPage, dist })
  await app.listen({ host: '127.0.0.1', port: 0 })
  if (!options.isIdle) await application.startWork()
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    app,
    application,
    services: application.services,
    repositories: application.services.repositories,
    database,
    query: database.query,
    sandbox,
    origin,
    logLines,
    async browser() {
      const client = createClient(origin)
      await client.request('/vehicle')
      return client
    },
    at(host, client) {
      const there = createClient(origin, { host, ...(client ? { cookies: client.cookies } : {}) })
      there.token = client?.token ?? null
      return there
    },
    plainClient: () => createClient(origin, { keepsCookies: false }),
    mails: atLeast => mailsIn(application.mailboxDir, atLeast),
    async close() {
      await app.close()
      await application.close()
      await database.close()
      if (beside) return
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens the application until the test ends. */
export async function appForTest(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp(options)
  onTestFinished(() => app.close())
  return app
}

/** Opens the application for all tests of a file: `const world = await appForFile()`. */
export async function appForFile(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp(options)
  afterAll(() => app.close())
  return app
}

/** Gives mails to this function, which takes them all, and sends none. */
export const mailsTo = (take: (mail: Message) => void): Pick<TestOverrides, 'partners'> => ({
  partners: {
    mail: {
      async send(mail) {
        take(mail)
        return { outcome: 'accepted' }
      },
    },
  },
})

/** A clock that starts at the beginning of this hour, so that no hourly limit resets during a test. */
export function clockOfThisHour(): () => Date {
  const sinceMs = Date.now() % 3_600_000
  return () => new Date(Date.now() - sinceMs)
}

async function mailsIn(dir: string, atLeast: number): Promise<Mail[]> {
  const files = await eventually(async () => {
    const names = (await readdir(dir).catch(() => [])).filter(name => name.endsWith('.json'))
    return names.length >= atLeast ? names : null
  })
  return Promise.all(files.map(async name => JSON.parse(await readFile(join(dir, name), 'utf8')) as Mail))
}

/** Polls for a condition; fails after five minutes by default, because the machine may be slow. */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  withinMs = 300_000,
): Promise<T> {
  const until = Date.now() + withinMs
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > until) throw new Error('what was waited for did not come')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
