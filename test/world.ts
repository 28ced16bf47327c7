/**
 * The whole product in one process for a test: app, database, sandbox partners and a clock of the test's own, spoken to
 * over real HTTP as a browser (with a cookie jar) or as a plain client would.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type CallName, calls, type ReplyOf, type SentBodyOf } from '#contract/calls.ts'
import { passThroughValue } from '#contract/credentials.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { jsonLog } from '#server/log.ts'
import { type House, openHouse, type Replacements } from '#server/services.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export interface World {
  readonly app: FastifyInstance
  readonly house: House
  readonly database: TestDatabase
  readonly origin: string
  readonly logLines: readonly string[]
  /** A browser: it keeps cookies and comes with its first page. */
  browser(host?: string): Promise<Client>
  /** A client without cookies. */
  plainClient(): Client
  /** The mails that have arrived, newest last, once there are at least so many. */
  mails(atLeast: number): Promise<Mail[]>
  close(): Promise<void>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly { readonly filename: string; readonly content: string }[]
}

export interface CallOptions<N extends CallName> {
  readonly body?: SentBodyOf<N>
  readonly query?: Record<string, string>
  readonly params?: Record<string, string>
  readonly headers?: Record<string, string>
}

export interface Reply<N extends CallName> {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON of a 200; throws for anything else. */
  ok(): ReplyOf<N>
  readonly json: unknown
  readonly bytes: Buffer
}

export interface Client {
  readonly cookies: Map<string, string>
  token: string | null
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Reply<N>>
  /** Any request, with this client's cookies. */
  request(path: string, init?: RequestInit): Promise<Response>
}

/** Pages are the browser tests' business; here they only have to set a cookie. */
const emptyPage = {
  policy: "default-src 'none'",
  plain: Buffer.from('<!doctype html>'),
  br: Buffer.alloc(0),
  gzip: Buffer.alloc(0),
}

export async function openWorld(
  options: { environment?: Record<string, string>; replace?: Replacements } = {},
): Promise<World> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'openroad-world-'))
  const config = readConfig({ CAPTCHA: 'off', PORT: '0', DATA_DIR: dataDir, ...options.environment })
  const logLines: string[] = []
  const log = jsonLog(
    line => logLines.push(line),
    () => new Date(),
  )
  const house = await openHouse(config, log, { database: { url: database.url }, ...options.replace })
  const dist = join(dataDir, 'dist')
  const app = await buildApp(house, { pages: () => emptyPage, dist })
  await app.listen({ host: '127.0.0.1', port: 0 })
  await house.startWork()
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    app,
    house,
    database,
    origin,
    logLines,
    async browser() {
      const client = clientOf(origin)
      await client.request('/vehicle')
      return client
    },
    plainClient: () => clientOf(origin, { keepsCookies: false }),
    mails: atLeast => mailsIn(house.mailboxDir, atLeast),
    async close() {
      await app.close()
      await house.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function clientOf(origin: string, { keepsCookies = true } = {}): Client {
  const cookies = new Map<string, string>()
  const client: Client = {
    cookies,
    token: null,
    async request(path, init = {}) {
      const headers = new Headers(init.headers)
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers })
      if (keepsCookies)
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
      return response
    },
    async call(name, { body, query, params, headers } = {}) {
      const row = calls[name]
      const path = row.path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(params?.[key] ?? ''))
      const search = query ? `?${new URLSearchParams(query)}` : ''
      const authorization = row.who === 'bearer' && client.token ? `Bearer ${client.token}` : passThroughValue
      const form = 'form' in row
      const response = await client.request(`/edge${path}${search}`, {
        method: row.method,
        headers: {
          authorization,
          ...(body
            ? { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }
            : {}),
          ...headers,
        },
        ...(body
          ? {
              body: form
                ? new URLSearchParams(body as Record<string, string>).toString()
                : JSON.stringify(body),
            }
          : {}),
      })
      return replyOf(name, response)
    },
  }
  return client
}

async function replyOf<N extends CallName>(name: N, response: Response): Promise<Reply<N>> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const json: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : null
  return {
    status: response.status,
    headers: response.headers,
    json,
    bytes,
    ok() {
      if (response.status !== 200)
        throw new Error(`${name} answered ${response.status}: ${bytes.toString('utf8').slice(0, 500)}`)
      return json as ReplyOf<N>
    },
  }
}

async function mailsIn(dir: string, atLeast: number): Promise<Mail[]> {
  const files = await eventually(async () => {
    const names = (await readdir(dir).catch(() => [])).filter(name => name.endsWith('.json'))
    return names.length >= atLeast ? names : null
  })
  const kept = await Promise.all(
    files.map(
      async name => JSON.parse(await readFile(join(dir, name), 'utf8')) as Mail & { receivedAt?: string },
    ),
  )
  return kept
}

/** Waits for a condition, looking often; fails after ten seconds. */
export async function eventually<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  const until = Date.now() + 10_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > until) throw new Error('what was waited for did not come')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
