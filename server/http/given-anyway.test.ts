/** A node that is full, and what it gives all the same. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBrands } from '#brands/index.ts'
import { sidCookieName } from './browser-session.ts'
import { type GivenAnyway, givenAnyway } from './given-anyway.ts'

const brands = readBrands()
const listedHost = brands.get('openroad')?.hosts[0] ?? ''

const config = { production: true } as never
const cookie = `${sidCookieName(config)}=abc`

let folder: string
let at: GivenAnyway
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openroad-assets-'))
  for (const name of ['main-1.js', 'main-1.js.br', 'main-1.js.gz', 'look-1.css.br', 'secret.txt.br'])
    await writeFile(join(folder, name), name)
  const pages = (brandKey: string, path: string, opens: boolean) => ({
    policy: "default-src 'none'",
    br: Buffer.from(`${brandKey} ${path} ${opens}`),
    gzip: Buffer.from(`${brandKey} ${path} gzip`),
  })
  at = await givenAnyway(folder, pages, { brands, config })
})
afterAll(() => rm(folder, { recursive: true }))

const asked = (url: string, more: { method?: string; headers?: Record<string, string> } = {}) => {
  const usual = { host: listedHost, cookie, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const { method = 'GET', headers } = more
  const request = { url, method, headers: { ...usual, ...headers } } as unknown as IncomingMessage
  const given = at(request, url.split('?', 1)[0] ?? '')
  return given && { text: given.body.toString(), headers: given.headers }
}

it('[EDGE-17] the pages of the brand that is asked for, and of the entry the one that opens a link', () => {
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

it('[EDGE-17] the files that pages fetch, kept for ever as always', () => {
  expect(asked('/assets/main-1.js')).toMatchObject({
    text: 'main-1.js.br',
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
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
  ['a page to who has no session, which the visible check needs', '/vehicle', { headers: { cookie: 'a=b' } }],
  ['what brings a body', '/vehicle', { headers: { 'transfer-encoding': 'chunked' } }],
  ['what wants more than to read', '/vehicle', { method: 'POST' }],
])('[EDGE-17] not %s', (_what, url, more) => {
  expect(asked(url, more)).toBeNull()
})
