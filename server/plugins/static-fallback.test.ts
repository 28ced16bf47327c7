/** Tests of the pages and files that a node at capacity still serves. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { pagePaths } from '#journey/page-paths.ts'
import { buildApp } from '#server/app.ts'
import { openTestApp } from '#test/test-app.ts'
import { createStaticFallback, type StaticFallback } from './static-fallback.ts'

const brands = readBrands()
const listedHost = brands.get('openroad')?.hosts[0] ?? ''

const config = { production: true } as never

let folder: string
let at: StaticFallback
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openroad-assets-'))
  for (const name of ['main-1.js', 'main-1.js.br', 'main-1.js.gz', 'look-1.css.br', 'secret.txt.br'])
    await writeFile(join(folder, name), name)
  const pages = (brandKey: string, path: string, opens: boolean) => ({
    policy: "default-src 'none'",
    br: Buffer.from(`${brandKey} ${path} ${opens}`),
    gzip: Buffer.from(`${brandKey} ${path} gzip`),
  })
  at = await createStaticFallback(folder, pages, { brands, config })
})
afterAll(() => rm(folder, { recursive: true }))

const asked = (url: string, more: { method?: string; headers?: Record<string, string> } = {}) => {
  const usual = { host: listedHost, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const { method = 'GET', headers } = more
  const request = { url, method, headers: { ...usual, ...headers } } as unknown as IncomingMessage
  const given = at(request, url.split('?', 1)[0] ?? '')
  return given && { text: given.body.toString(), headers: given.headers }
}

it('[EDGE-17] serves the pages of the requested brand, and the entry page variant that opens a link', () => {
  expect(asked('/vehicle')?.text).toBe('openroad /vehicle false')
  expect(asked('/vehicle?id=q1&token=t1')?.text).toBe('openroad /vehicle true')
  expect(asked('/vehicle/step4', { headers: { 'accept-encoding': 'gzip' } })).toMatchObject({
    text: 'openroad /vehicle/step4 gzip',
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
    },
  })
})

it('[EDGE-17] serves the files of pages with an immutable cache header', () => {
  expect(asked('/assets/main-1.js')).toMatchObject({
    text: 'main-1.js.br',
    headers: {
      'content-type': 'application/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    },
  })
  expect(asked('/assets/look-1.css')?.text).toBe('look-1.css.br')
})

it.each([
  ['the page that ends a session', '/session-expired', {}],
  ['a file that was not built for browsers', '/assets/secret.txt', {}],
  ['a file by a way out of its folder', '/assets/../main-1.js', {}],
  ['a call', '/edge/vero/quote/amend', {}],
  ['a host of nobody', '/vehicle', { headers: { host: 'shop.example' } }],
  ['a client that takes nothing compressed', '/vehicle', { headers: { 'accept-encoding': '' } }],
  ['what brings a body', '/vehicle', { headers: { 'transfer-encoding': 'chunked' } }],
  ['what wants more than to read', '/vehicle', { method: 'POST' }],
])('[EDGE-17] not %s', (_what, url, more) => {
  expect(asked(url, more)).toBeNull()
})

interface Got {
  readonly status: number | undefined
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** As it comes over the line: fetch would unpack it. */
const get = (origin: string, path: string): Promise<Got> =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', accept: '*/*' }
    request(`${origin}${path}`, { headers }, async answer => {
      const body = (await buffer(answer)).toString('base64')
      resolve({ status: answer.statusCode, headers: answer.headers, body })
    })
      .on('error', reject)
      .end()
  })

it('[EDGE-17] a node at capacity serves every page and file like an idle node, except for the session and the validators of files', async () => {
  const world = await openTestApp()
  onTestFinished(() => world.close())
  const dist = await mkdtemp(join(tmpdir(), 'openroad-dist-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  const assets = join(dist, 'client/assets')
  await mkdir(assets, { recursive: true })
  for (const name of ['main-1.js', 'look-1.css']) {
    await writeFile(join(assets, name), name)
    await writeFile(join(assets, `${name}.br`), brotliCompressSync(name))
    await writeFile(join(assets, `${name}.gz`), gzipSync(name))
  }
  const pages = (brandKey: string, path: string, opens: boolean) => {
    const html = `${brandKey} ${path} ${opens}`
    return { policy: "default-src 'none'", br: brotliCompressSync(html), gzip: gzipSync(html) }
  }
  const app = await buildApp(world.application, { pages, dist })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const { admission } = world.application
  const onlyAtEase = ['set-cookie', 'etag', 'last-modified', 'accept-ranges', 'x-request-id', 'date']
  const without = ({ headers, ...got }: Got) => ({
    ...got,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !onlyAtEase.includes(name))),
  })
  const asked = [...pagePaths, '/vehicle?id=q1&token=t1', '/assets/main-1.js', '/assets/look-1.css']
  const atEase = new Map<string, Got>()
  for (const path of asked) atEase.set(path, without(await get(origin, path)))
  expect(admission.staticFallbacks()).toBe(0)
  admission.isAtCapacity = () => true
  const given: string[] = []
  for (const path of asked) {
    const before = admission.staticFallbacks()
    const got = await get(origin, path)
    if (admission.staticFallbacks() > before) given.push(path)
    expect(without(got), path).toEqual(atEase.get(path))
  }
  // One ends a session, the others are where a card partner sends back to, and have places of their own.
  expect(asked.filter(path => !given.includes(path)).sort()).toEqual([
    '/cc-payment-failure',
    '/cc-payment-success',
    '/session-expired',
  ])
})
