/**
 * Static fallback of a node at capacity: it still serves pages and their files, which it holds compressed
 * in memory. A refusal costs nearly as much as the page, and a page without its files does not start. Such
 * a page begins no session; a later call does.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { brandOfHost } from '#brands/index.ts'
import { pagePaths, sessionExpiredPath } from '#journey/page-paths.ts'
import type { Dependencies } from '#server/lib/context.ts'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import { type CompressedPages, opensLink } from './built-pages.ts'
import { priorityClassOf } from './load-shedding.ts'
import { pageHeaders } from './page-headers.ts'

export interface StaticResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Returns null if the request cannot be served from memory. */
export type StaticFallback = (request: IncomingMessage, path: string) => StaticResponse | null

/**
 * Without the session-expired page, which has a side effect, and without pages of the first class, which
 * have their own slots.
 */
const paths: ReadonlySet<string> = new Set(
  pagePaths.filter(path => path !== sessionExpiredPath && priorityClassOf(path) === 'rest'),
)

/** The same media types as @fastify/static sends. */
const fileTypes: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const twins: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }
/** File names contain a content hash. */
const forEver = 'public, max-age=31536000, immutable'

/** The compressed files of the build, by name and encoding. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  // A test may start the server without a build; then there are no files.
  const all = existsSync(folder) ? await readdir(folder) : []
  const names = all.filter(name => Object.values(twins).includes(extname(name)))
  return new Map(
    await Promise.all(names.map(async name => [name, await readFile(join(folder, name))] as const)),
  )
}

/** @param folder of the files that the pages fetch from /assets/ */
export async function createStaticFallback(
  folder: string,
  pages: CompressedPages,
  { brands, config }: Pick<Dependencies, 'brands' | 'config'>,
): Promise<StaticFallback> {
  const files = await readFiles(folder)

  function page(
    { url = '', headers }: IncomingMessage,
    path: string,
    encoding: Encoding,
  ): StaticResponse | null {
    const brand = brandOfHost(brands, headers.host ?? '', config.production)
    const ready = brand && pages(brand.key, path, opensLink(path, url))
    return ready ? { headers: pageHeaders(ready), body: ready[encoding] } : null
  }

  function file(name: string, encoding: Encoding): StaticResponse | null {
    const body = files.get(`${name}${twins[encoding]}`)
    const type = fileTypes[extname(name)]
    if (!body || !type) return null
    return { headers: { 'content-type': type, 'cache-control': forEver, vary: 'accept-encoding' }, body }
  }

  return (request, path) => {
    const { method, headers } = request
    // Requests with a body continue to Fastify, which limits bodies.
    const bringsBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
    if (method !== 'GET' || bringsBody) return null
    const encoding = acceptedEncoding(String(headers['accept-encoding'] ?? ''))
    if (!encoding) return null
    const given = paths.has(path)
      ? page(request, path, encoding)
      : path.startsWith('/assets/')
        ? file(path.slice('/assets/'.length), encoding)
        : null
    return given && { ...given, headers: { ...given.headers, 'content-encoding': encoding } }
  }
}
