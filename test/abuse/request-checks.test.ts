/** Abuse tests of the checks before every call: hosts, headers, caches, raw HTTP, error responses. */
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Brand } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { browserEvents } from '#contract/browser-events-and-declines.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { createRatedQuote } from '#test/purchase.ts'
import { type Client, eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { goodRequests } from './good-requests.ts'

const strongKey = Buffer.alloc(32, 7).toString('base64')
const production = {
  NODE_ENV: 'production',
  ALLOW_SANDBOX: 'yes',
  JWT_KEY: strongKey,
  PII_KEYS: `1:${strongKey}`,
  LIMIT_FACTOR: '100',
  TRUSTED_PROXIES: '10.0.0.0/8',
}

let world: TestApp
let live: TestApp
let port: number
beforeAll(async () => {
  // A stopped clock, because the limits of a minute are counted here, and a document that names its brand.
  const start = new Date()
  const wording = async (cover: string, { key }: Brand) => Buffer.from(`${cover} of ${key}`)
  world = await openTestApp({
    environment: { LIMIT_FACTOR: '100' },
    replace: {
      now: () => start,
      pdfRenderer: { schedule: async () => Buffer.of(), wording, close: async () => undefined },
    },
  })
  live = await openTestApp({ environment: production })
  port = Number(new URL(world.origin).port)
})
afterAll(() => Promise.all([world.close(), live.close()]))

const ourHost = () =>
  [...live.application.services.brands.values()].find(({ key }) => key === 'openroad')?.hosts[0] ?? ''
const theirHost = () =>
  [...live.application.services.brands.values()].find(({ key }) => key === 'turners')?.hosts[0] ?? ''

it('[T32] [SHELL-03] an unknown host gets 421, and a forwarded host from an untrusted client is ignored', async () => {
  for (const host of [
    'evil.example',
    `${ourHost()}.evil.example`,
    `evil.${ourHost()}`,
    'localhost',
    '127.0.0.1',
    'x',
  ])
    for (const path of ['/vehicle', '/edge/session', '/no-such-page'])
      expect([host, path, (await live.at(host).request(path)).status]).toEqual([host, path, 421])
  const told = live.logLines.filter(line => line.includes('"what":"UNKNOWN_HOST"'))
  expect(told.length).toBeGreaterThan(2)
  // The log contains only the host of the request.
  expect(JSON.parse(told[0] ?? '{}')).toMatchObject({ host: 'evil.example' })
  await live.at('Strange.example/<b>').request('/edge/session')
  await live.at(`${'x'.repeat(200)}.example`).request('/edge/session')
  for (const line of live.logLines.filter(one => one.includes('"what":"UNKNOWN_HOST"')))
    expect(JSON.parse(line).host).toMatch(/^[a-z0-9.-]{0,80}$/)
  expect(live.logLines.filter(line => !line.includes('UNKNOWN_HOST')).join('')).not.toContain('evil')

  const forwarded = {
    'x-forwarded-host': theirHost(),
    forwarded: `host=${theirHost()};proto=http`,
    'x-forwarded-proto': 'http',
    'x-original-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
    'x-rewrite-url': '/edge/session',
  }
  const client = live.at(ourHost())
  await client.request('/vehicle')
  const registered = await client.call('registration', {
    body: { registrationNumber: 'JHU968', source: 'turners' },
    headers: forwarded,
  })
  expect(new URL(registered.ok().url).origin).toBe(`https://${ourHost()}`)
  const { rows } = await live.database.pool.query('select brand from quote')
  expect(rows).toEqual([{ brand: 'openroad' }])

  // Ports, capitals and a trailing dot are accepted, but links never contain them.
  for (const host of [`${ourHost()}:8443`, `${ourHost().toUpperCase()}.`]) {
    const { url } = (
      await live.at(host).call('registration', { body: { registrationNumber: 'JHU968' } })
    ).ok()
    expect(new URL(url).origin).toBe(`https://${ourHost()}`)
  }
})

it('[T34] [EDGE-16] no header or unknown parameter appears in a page or response, and responses are not cacheable', async () => {
  const unkeyed: Record<string, string> = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-scheme': 'http',
    'x-forwarded-port': '1',
    'x-forwarded-prefix': '/evil',
    'x-host': 'evil.example',
    'x-original-url': '/evil',
    'x-http-method-override': 'DELETE',
    'user-agent': '<script>evil</script>',
    referer: 'https://evil.example/',
    'accept-language': 'evil',
    via: 'evil',
    cookie: 'theme=evil; quote-id=evil',
    'x-wap-profile': 'https://evil.example/',
    purpose: 'evil',
  }
  const client = world.plainClient()
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await client.request(path, { headers })
    const body = await answer.text()
    const kept = Object.fromEntries(answer.headers)
    for (const name of ['date', 'set-cookie', 'x-request-id']) delete kept[name]
    return { status: answer.status, kept, body: body.replaceAll(/"requestId":"[^"]+"/g, '') }
  }
  for (const path of ['/vehicle', '/no-such-page', '/edge/session', '/edge/no-such-call']) {
    const plain = await ask(path, {})
    expect(plain.kept['cache-control']).toBe('no-store')
    for (const [name, value] of Object.entries(unkeyed))
      expect(await ask(path, { [name]: value }), `${path} ${name}`).toEqual(plain)
    const stray = await ask(`${path}?utm_source=evil&cb=evil&id=evil`, {})
    expect([stray.status, stray.body.includes('evil')]).toEqual([plain.status, false])
  }
})

it('[T34] [SHELL-03] a cache that stores all that it may never mixes brands', async () => {
  const kept = new Map<string, string>()
  const brands = [...readBrands().keys()]
  const files = [
    '/vehicle',
    '/wording/comprehensive.pdf',
    '/wording/third-party.pdf',
    '/brand/openroad/favicon.svg',
  ]
  for (const path of files)
    for (const key of brands) {
      const answer = await world.at(`${key}.localhost:${port}`).request(path)
      expect(answer.status).toBe(200)
      const body = await answer.text()
      // The cache key is the path without the host, for every publicly cacheable response.
      if (!/public|max-age=[1-9]/.test(answer.headers.get('cache-control') ?? '')) continue
      if (/private|no-store/.test(answer.headers.get('cache-control') ?? '')) continue
      const before = kept.get(path) ?? body
      kept.set(path, before)
      expect(body === before, `${path} for ${key}`).toBe(true)
    }
})

/** Sends raw bytes; resolves with the response until the connection closed, or null if it stayed open. */
function raw(bytes: string, withinMs = 60_000): Promise<string | null> {
  return new Promise(resolve => {
    let got = ''
    const socket = connect({ port, host: '127.0.0.1' })
    const timer = setTimeout(() => {
      socket.destroy()
      resolve(null)
    }, withinMs)
    socket.on('data', data => {
      got += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(got)
    })
    socket.write(bytes)
  })
}

it('[T35] [EDGE-17] request smuggling is refused, and the connection is closed', async () => {
  const inner = 'GET /edge/session HTTP/1.1\r\nHost: localhost\r\nX-Smuggled: yes\r\n\r\n'
  const start = `POST /edge/login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  const corpus = {
    'both lengths': `${start}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX${inner}`,
    'two lengths': `${start}Content-Length: 4\r\nContent-Length: 40\r\n\r\na=b&${inner}`,
    'a length with a sign': `${start}Content-Length: +4\r\n\r\na=b&${inner}`,
    'a length in hex': `${start}Content-Length: 0x4\r\n\r\na=b&${inner}`,
    'an unknown coding': `${start}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
    'chunked, but not last': `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    'a space before the colon': `${start}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
    'a folded header': `${start}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${inner}`,
    'a bad chunk size': `${start}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${inner}`,
    'bare line feeds': `POST /edge/login HTTP/1.1\nHost: localhost\nContent-Length: 3\n\nabc${inner}`,
    'a null in a header': `${start}X-A: a\u0000b\r\nContent-Length: 0\r\n\r\n${inner}`,
    // A proxy may read another host from these than we do.
    'two hosts': `GET /vehicle HTTP/1.1\r\nHost: localhost:${port}\r\nHOST: evil.example\r\n\r\n${inner}`,
    'a host in the target': `GET http://evil.example/vehicle HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n${inner}`,
    'our own host in the target': `GET http://localhost:${port}/edge/none HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n${inner}`,
    'a target that is no path': `OPTIONS * HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n${inner}`,
  }
  for (const [what, bytes] of Object.entries(corpus)) {
    const got = await raw(bytes)
    expect([what, got?.split('\r\n')[0]]).toEqual([what, 'HTTP/1.1 400 Bad Request'])
    expect([what, got?.match(/HTTP\/1\.1 \d/g)?.length]).toEqual([what, 1])
    expect(got, what).toMatch(/\r\ncache-control: no-store\r\n/i)
    expect(got, what).toContain('"code":"MALFORMED"')
  }
})

const icon = '/brand/openroad/favicon.svg'

const paths = () => [
  ...new Set([
    '/vehicle',
    '/no-such-page',
    '/assets/none.js',
    '/health',
    '/ready',
    '/edge/none',
    '/edge/notices/card/unknown',
    '/edge/csp-report',
    '/edge/logged-event',
    '/edge/page-decline',
    '/.git/config',
    '/docs',
    '/server/main.ts',
    '/assets/../server/main.ts',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/vehicle.map',
    '/?id=a&token=b',
    '/vehicle/',
    '/cc-payment-cancel?uuid=a&token=b',
    icon,
  ]),
  ...Object.values(endpoints).map(({ path }) => `/edge${path.replace(':regNumber', 'JHU968')}`),
]

it('[T34] [T41] [EDGE-16] [EDGE-17] [PAY-07] no response may be framed, stored or sniffed, names its software, or allows another origin', async () => {
  for (const path of paths())
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE', 'HEAD']) {
      const answer = await world
        .plainClient()
        .request(path, { method, headers: { origin: 'https://evil.example' } })
      await answer.arrayBuffer()
      const what = `${method} ${path}`
      const headers = Object.fromEntries(answer.headers)
      expect(headers, what).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': path.startsWith('/edge/')
          ? "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"
          : expect.stringContaining("default-src 'none'"),
        // The only file without personal data.
        'cache-control': path === icon && answer.status === 200 ? 'public, max-age=86400' : 'no-store',
      })
      expect(
        Object.keys(headers).filter(
          name => name.startsWith('access-control-') || name === 'server' || name === 'x-powered-by',
        ),
        what,
      ).toEqual([])
      // The partner sends an unknown notice again.
      if (!path.includes('/notices/')) expect(answer.status, what).toBeLessThan(500)
    }
  const refused = await live.at('evil.example').request('/vehicle')
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([421, 'no-store'])
  expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const { headers: first } = await live.at(ourHost()).request('/vehicle')
  expect(first.get('strict-transport-security')).toContain('max-age=63072000')
  const [cookie = '', ...others] = first.getSetCookie()
  expect(others).toEqual([])
  expect(cookie).toMatch(/^__Host-sid=[\w-]{43};/)
  expect(cookie.split('; ').slice(1).sort()).toEqual(
    expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']),
  )
  expect(
    await raw(`TRACE /vehicle HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`),
  ).toMatch(/^HTTP\/1\.1 405 /)
})

it('[EDGE-17] path traversal reaches no file outside the pages’ own files', async () => {
  // Files where a traversal would lead: beside the assets, and one and two folders above.
  const client = join(world.application.services.config.dataDir, 'dist/client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await writeFile(join(client, 'assets/own.txt'), 'a file of the pages')
  for (const folder of ['.', '..', '../..']) await writeFile(join(client, folder, 'package.json'), '{}')
  const own = await raw(
    `GET /assets/own.txt HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
  )
  expect(own).toMatch(/^HTTP\/1\.1 200 [\s\S]*a file of the pages/)
  for (const path of [
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/docs/',
    '/edge/openapi.yaml',
    '/manifest.json',
    ...['..', '../..', '../../..'].flatMap(up =>
      [up, up.replaceAll('.', '%2e'), up.replaceAll('/', '%2f'), up.replaceAll('/', '\\')].map(
        climb => `/assets/${climb}/package.json`,
      ),
    ),
    '/%2e%2e/%2e%2e/etc/passwd',
  ]) {
    const got = await raw(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
    expect([path, got?.split(' ')[1]]).toEqual([path, expect.stringMatching(/^40[034]$/)])
    expect(got, path).toMatch(/\r\ncache-control: no-store\r\n/i)
    expect(got, path).toMatch(/\r\ncontent-security-policy: default-src 'none'/i)
  }
})

/** Patterns of a stack trace, an SQL statement or a file path. */
const inside =
  /\bat \S+ \(|node_modules|\/[a-z]+\/[a-z]+\.ts|select .* from|insert into|relation "|column "|kysely|fastify|postgres|ECONN|stack/i

it('[T45] [EDGE-17] [EDGE-18] every kind of error contains a code and a request id, and no internals', async () => {
  const client = live.at(ourHost())
  await client.request('/vehicle')
  const quote = await createRatedQuote(client)
  const good = goodRequests(live, quote)
  const seen = new Set<number>()
  const look = async (what: string, answer: { status: number; text: string }) => {
    if (answer.status < 400) return
    seen.add(answer.status)
    expect(answer.text, what).not.toMatch(inside)
    const problem = JSON.parse(answer.text) as Record<string, unknown>
    expect(problem, what).toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/),
      requestId: expect.any(String),
      status: answer.status,
    })
    expect(
      Object.keys(problem).filter(
        key => !['type', 'title', 'status', 'code', 'requestId', 'errors'].includes(key),
      ),
      what,
    ).toEqual([])
  }
  const send = async (name: EndpointName, init: RequestInit, query = '') => {
    const call: Endpoint = endpoints[name]
    const path = `/edge${call.path.replace(':regNumber', encodeURIComponent('JHU968'))}${query}`
    const answer = await client.request(path, {
      method: call.method,
      ...init,
      headers: {
        authorization: `Bearer ${client.token}`,
        'content-type': call.form ? 'application/x-www-form-urlencoded' : 'application/json',
        ...init.headers,
      },
    })
    if (answer.status >= 400)
      expect(answer.headers.get('content-type'), name).toBe('application/problem+json')
    await look(`${name} ${JSON.stringify(init).slice(0, 80)}`, {
      status: answer.status,
      text: await answer.text(),
    })
  }
  for (const [name, call] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const body =
      call.method === 'POST'
        ? [
            { body: '{' },
            { body: '[]' },
            { body: '{"__proto__":1}' },
            { body: JSON.stringify('x'.repeat(70_000)) },
            { body: JSON.stringify(good[name].body), headers: { authorization: '' } },
            { body: JSON.stringify(good[name].body), headers: { origin: 'https://evil.example' } },
            { body: '<a/>', headers: { 'content-type': 'text/xml' } },
          ]
        : [{}, { headers: { authorization: 'Bearer x.y.z' } }, { headers: { origin: 'null' } }]
    for (const init of body) await send(name, init)
    await send(name, call.method === 'POST' ? { body: '{}' } : {}, '?a=%00&id=1&id=2')
  }
  // And with a missing column, which is a bug; a missing table counts as a wrong connection.
  await live.database.pool.query('alter table quote rename column id to id_gone')
  for (const name of [
    'prospectCar',
    'quoteAmend',
    'quoteBind',
    'directDebitTerm',
    'policyRetrieve',
  ] as const) {
    const answer = await client.call(name, good[name] as never)
    await look(name, { status: answer.status, text: answer.bytes.toString() || '{}' })
  }
  await live.database.pool.query('alter table quote rename column id_gone to id')
  expect([...seen].sort()).toEqual(expect.arrayContaining([400, 401, 403, 413, 415, 500]))
})

it('[T24] [EDGE-17] logs CSP violations without the page’s query', async () => {
  const report = (client: Client, type: string, body: unknown) =>
    client.request('/edge/csp-report', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    })
  const client = await world.browser()
  const documentURL = `${world.origin}/vehicle?id=secret-id&token=secret-token`
  const before = world.logLines.length
  await report(client, 'application/csp-report', {
    'csp-report': {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?stolen=1',
      'document-uri': documentURL,
    },
  })
  await report(client, 'application/reports+json', [
    { type: 'csp-violation', body: { effectiveDirective: 'style-src', blockedURL: 'inline', documentURL } },
  ])
  const lines = await eventually(async () => {
    const found = world.logLines.slice(before).filter(line => line.includes('csp-violation'))
    return found.length === 2 && found
  })
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.example', page: '/vehicle' },
    { directive: 'style-src', blocked: 'inline', page: '/vehicle' },
  ])
  expect(lines.join('')).not.toMatch(/secret|stolen/)
  for (const nonsense of [null, 7, 'x', [], [{}], { 'csp-report': 1 }])
    expect((await report(client, 'application/csp-report', nonsense)).status).toBe(204)
  expect((await report(client, 'application/csp-report', 'x'.repeat(9_000))).status).toBe(413)
  for (let more = 0; more < 60; more += 1)
    await report(client, 'application/reports+json', [{ type: 'csp-violation', body: {} }])
  expect(world.logLines.filter(line => line.includes('csp-violation'))).toHaveLength(20)
})

it('[SHELL-06] [EDGE-17] logs browser events by name, twenty a minute, and nothing else', async () => {
  const report = (client: Client, body: unknown, type = 'application/json') =>
    client.request('/edge/logged-event', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    })
  // A client without a session has no own limit.
  const client = world.plainClient()
  const logged = () => world.logLines.filter(line => line.includes('"browser-event"'))
  for (const event of browserEvents) expect((await report(client, { event })).status).toBe(204)
  await eventually(async () => logged().length === browserEvents.length)
  expect(logged().map(line => JSON.parse(line).name)).toEqual(browserEvents)
  for (const nonsense of [
    null,
    7,
    [],
    {},
    { event: 'Māia Smith' },
    { event: 'policy_bought' },
    { event: ['download_failed'] },
    { event: 'download_failed', plate: 'JHU968' },
  ])
    expect([nonsense, (await report(client, nonsense)).status]).toEqual([nonsense, 400])
  expect((await report(client, { event: 'download_failed' }, 'text/plain')).status).toBe(415)
  expect((await report(client, { event: 'x'.repeat(2_000) })).status).toBe(413)
  expect((await client.request('/edge/logged-event')).status).toBe(404)
  for (let more = 0; more < 40; more += 1)
    expect((await report(client, { event: 'download_failed' })).status).toBe(204)
  expect(logged()).toHaveLength(20)
  expect(logged().join('')).not.toMatch(/Smith|JHU968|policy_bought/)
})
