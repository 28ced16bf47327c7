/** Abuse tests of the checks before every call: hosts, headers, caches, raw HTTP, error responses. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Brand } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { browserEvents } from '#contract/browser-events-and-declines.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { blankPdfRenderer } from '#test/blank-output.ts'
import { rawConnection } from '#test/client.ts'
import { createRatedQuote } from '#test/purchase.ts'
import { texts } from '#test/samples/texts.ts'
import { appForFile, type Client, eventually } from '#test/test-app.ts'
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

// A stopped clock, because the limits of a minute are counted here, and a document that names its brand.
const icon = '/brand/openroad/favicon.svg'
const start = new Date()
const wording = async (cover: string, { key }: Brand) => Buffer.from(`${cover} of ${key}`)
const world = await appForFile({
  environment: { LIMIT_FACTOR: '100' },
  replace: { now: () => start, pdfRenderer: { ...blankPdfRenderer, wording } },
})
const productionApp = await appForFile({ environment: production })
const { port } = new URL(world.origin)

const hostOf = (brand: string) => productionApp.services.brands.get(brand)?.hosts[0] ?? ''
const ourHost = hostOf('openroad')
const theirHost = hostOf('turners')
const strangers = () => productionApp.logLines.filter(line => line.includes('"what":"UNKNOWN_HOST"'))

it('[T32] [SHELL-03] an unknown host gets 421, and a forwarded host from an untrusted client is ignored', async () => {
  const lookalikes = [`${ourHost}.evil.example`, `evil.${ourHost}`]
  for (const host of ['evil.example', ...lookalikes, 'localhost', '127.0.0.1', 'x'])
    for (const path of ['/vehicle', '/edge/session', '/no-such-page'])
      expect([host, path, (await productionApp.at(host).request(path)).status]).toEqual([host, path, 421])
  expect(strangers().length).toBeGreaterThan(2)
  // The log contains only the host of the request.
  expect(JSON.parse(strangers()[0] ?? '{}')).toMatchObject({ host: 'evil.example' })
  await productionApp.at('Strange.example/<b>').request('/edge/session')
  await productionApp.at(`${'x'.repeat(200)}.example`).request('/edge/session')
  for (const line of strangers()) expect(JSON.parse(line).host).toMatch(/^[a-z0-9.-]{0,80}$/)
  expect(productionApp.logLines.filter(line => !line.includes('UNKNOWN_HOST')).join('')).not.toContain('evil')

  const forwarded = {
    'x-forwarded-host': theirHost,
    forwarded: `host=${theirHost};proto=http`,
    'x-forwarded-proto': 'http',
    'x-original-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
    'x-rewrite-url': '/edge/session',
  }
  const originOfLink = async (host: string, headers = {}) => {
    const body = { registrationNumber: 'JHU968', source: 'turners' }
    return new URL((await productionApp.at(host).call('registration', { body, headers })).ok().url).origin
  }
  expect(await originOfLink(ourHost, forwarded)).toBe(`https://${ourHost}`)
  expect(await productionApp.query('select brand from quote')).toEqual([{ brand: 'openroad' }])
  // Ports, capitals and a trailing dot are accepted, but links never contain them.
  for (const host of [`${ourHost}:8443`, `${ourHost.toUpperCase()}.`])
    expect(await originOfLink(host)).toBe(`https://${ourHost}`)
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
  for (const path of ['/vehicle', '/wording/comprehensive.pdf', '/wording/third-party.pdf', icon]) {
    // The cache key is the path without the host, for every publicly cacheable response.
    const kept = new Set<string>()
    for (const key of readBrands().keys()) {
      const answer = await world.at(`${key}.localhost:${port}`).request(path)
      expect(answer.status).toBe(200)
      const caching = answer.headers.get('cache-control') ?? ''
      const body = await answer.text()
      if (/public|max-age=[1-9]/.test(caching) && !/private|no-store/.test(caching)) kept.add(body)
    }
    expect(kept.size, path).toBeLessThan(2)
  }
})

const raw = (bytes: string): Promise<string> => rawConnection(world.origin, bytes).answer()
const rawGet = (path: string) =>
  raw(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)

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
    expect(got.match(/HTTP\/1\.1 \d.*/g), what).toEqual(['HTTP/1.1 400 Bad Request'])
    expect(got, what).toMatch(/\r\ncache-control: no-store\r\n/i)
    expect(got, what).toContain('"code":"MALFORMED"')
  }
})

const paths = [
  ...texts(`/vehicle | /vehicle/ | /vehicle.map | /no-such-page | /?id=a&token=b | /cc-payment-cancel?uuid=a&token=b
    /assets/none.js | /assets/../server/main.ts | /assets/%2e%2e/%2e%2e/package.json | /server/main.ts | /docs
    /.git/config | /health | /ready | /edge/none | /edge/notices/card/unknown | /edge/csp-report
    /edge/logged-event | /edge/page-decline`),
  icon,
  ...Object.values(endpoints).map(({ path }) => `/edge${path.replace(':regNumber', 'JHU968')}`),
]

const securityHeaders = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const cspOf = (path: string) =>
  path.startsWith('/edge/')
    ? "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"
    : expect.stringContaining("default-src 'none'")

it.each(['GET', 'POST', 'OPTIONS', 'DELETE', 'HEAD'])(
  '[T34] [T41] [EDGE-16] [EDGE-17] [PAY-07] no response to %s may be framed, stored or sniffed, names its software, or allows another origin',
  async method => {
    for (const path of paths) {
      const foreign = { method, headers: { origin: 'https://evil.example' } }
      const answer = await world.plainClient().request(path, foreign)
      await answer.arrayBuffer()
      const headers = Object.fromEntries(answer.headers)
      // The only file without personal data.
      const caching = path === icon && answer.status === 200 ? 'public, max-age=86400' : 'no-store'
      const wanted = { ...securityHeaders, 'content-security-policy': cspOf(path), 'cache-control': caching }
      expect(headers, path).toMatchObject(wanted)
      const revealing = /^(access-control-.*|server|x-powered-by)$/
      expect(
        Object.keys(headers).filter(name => revealing.test(name)),
        path,
      ).toEqual([])
      // The partner sends an unknown webhook again.
      if (!path.includes('/notices/')) expect(answer.status, path).toBeLessThan(500)
    }
  },
)

it('[T34] [T41] [EDGE-16] a refused host gets the same headers, and production adds HSTS and a cookie for this host alone', async () => {
  const refused = await productionApp.at('evil.example').request('/vehicle')
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([421, 'no-store'])
  expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const { headers: first } = await productionApp.at(ourHost).request('/vehicle')
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
  const client = join(world.services.config.dataDir, 'dist/client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await writeFile(join(client, 'assets/own.txt'), 'a file of the pages')
  for (const folder of ['.', '..', '../..']) await writeFile(join(client, folder, 'package.json'), '{}')
  expect(await rawGet('/assets/own.txt')).toMatch(/^HTTP\/1\.1 200 [\s\S]*a file of the pages/)
  const climbs = ['..', '../..', '../../..'].flatMap(up => [
    ...[up, up.replaceAll('.', '%2e'), up.replaceAll('/', '%2f'), up.replaceAll('/', '\\')],
  ])
  for (const path of [
    ...texts('/.git/config | /.env | /package.json | /server/main.ts | /docs/ | /edge/openapi.yaml'),
    ...['/manifest.json', '/%2e%2e/%2e%2e/etc/passwd'],
    ...climbs.map(climb => `/assets/${climb}/package.json`),
  ]) {
    const got = await rawGet(path)
    expect([path, got.split(' ')[1]]).toEqual([path, expect.stringMatching(/^40[034]$/)])
    expect(got, path).toMatch(/\r\ncache-control: no-store\r\n/i)
    expect(got, path).toMatch(/\r\ncontent-security-policy: default-src 'none'/i)
  }
})

/** Patterns of a stack trace, an SQL statement or a file path. */
const inside =
  /\bat \S+ \(|node_modules|\/[a-z]+\/[a-z]+\.ts|select .* from|insert into|relation "|column "|kysely|fastify|postgres|ECONN|stack/i

it('[T45] [EDGE-17] [EDGE-18] every kind of error contains a code and a request id, and no internals', async () => {
  const client = productionApp.at(ourHost)
  await client.request('/vehicle')
  const quote = await createRatedQuote(client)
  const good = goodRequests(productionApp, quote)
  const seen = new Set<number>()
  const check = (what: string, status: number, text: string) => {
    if (status < 400) return
    seen.add(status)
    expect(text, what).not.toMatch(inside)
    const { type: _, title: __, errors: ___, ...problem } = JSON.parse(text) as Record<string, unknown>
    const code = expect.stringMatching(/^[A-Z_]+$/)
    expect(problem, what).toEqual({ code, requestId: expect.any(String), status })
  }
  const send = async (name: EndpointName, init: RequestInit, query = '') => {
    const call: Endpoint = endpoints[name]
    const path = `/edge${call.path.replace(':regNumber', 'JHU968')}${query}`
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
    check(`${name} ${JSON.stringify(init).slice(0, 80)}`, answer.status, await answer.text())
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
  await productionApp.query('alter table quote rename column id to id_gone')
  const reading = ['prospectCar', 'quoteAmend', 'quoteBind', 'directDebitTerm', 'policyRetrieve'] as const
  for (const name of reading) {
    const { status, bytes } = await client.call(name, good[name] as never)
    check(name, status, bytes.toString() || '{}')
  }
  await productionApp.query('alter table quote rename column id_gone to id')
  expect([...seen].sort()).toEqual(expect.arrayContaining([400, 401, 403, 413, 415, 500]))
})

/** Sends a report of a browser as JSON of this type. */
const report = (client: Client, path: string, body: unknown, type = 'application/json') =>
  client.request(path, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) })

it('[T24] [EDGE-17] logs CSP violations without the page’s query', async () => {
  const client = await world.browser()
  const send = (body: unknown, type: 'csp-report' | 'reports+json') =>
    report(client, '/edge/csp-report', body, `application/${type}`)
  const documentURL = `${world.origin}/vehicle?id=secret-id&token=secret-token`
  const before = world.logLines.length
  const older = {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?stolen=1',
    'document-uri': documentURL,
  }
  const newer = { effectiveDirective: 'style-src', blockedURL: 'inline', documentURL }
  await send({ 'csp-report': older }, 'csp-report')
  await send([{ type: 'csp-violation', body: newer }], 'reports+json')
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
    expect((await send(nonsense, 'csp-report')).status).toBe(204)
  expect((await send('x'.repeat(9_000), 'csp-report')).status).toBe(413)
  for (let more = 0; more < 60; more += 1) await send([{ type: 'csp-violation', body: {} }], 'reports+json')
  expect(world.logLines.filter(line => line.includes('csp-violation'))).toHaveLength(20)
})

it('[SHELL-06] [EDGE-17] logs browser events by name, twenty a minute, and nothing else', async () => {
  // A client without a session has no own limit.
  const client = world.plainClient()
  const statusOf = async (body: unknown, type?: string) =>
    (await report(client, '/edge/logged-event', body, type)).status
  const logged = () => world.logLines.filter(line => line.includes('"browser-event"'))
  for (const event of browserEvents) expect(await statusOf({ event })).toBe(204)
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
    expect([nonsense, await statusOf(nonsense)]).toEqual([nonsense, 400])
  expect(await statusOf({ event: 'download_failed' }, 'text/plain')).toBe(415)
  expect(await statusOf({ event: 'x'.repeat(2_000) })).toBe(413)
  expect((await client.request('/edge/logged-event')).status).toBe(404)
  for (let more = 0; more < 40; more += 1) expect(await statusOf({ event: 'download_failed' })).toBe(204)
  expect(logged()).toHaveLength(20)
  expect(logged().join('')).not.toMatch(/Smith|JHU968|policy_bought/)
})
