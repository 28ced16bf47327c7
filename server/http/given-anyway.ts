/**
 * What a full node gives all the same: its pages and their files, which it holds compressed. To refuse one costs it nearly
 * as much as to give it, and who is refused comes again. A page given so begins no session: registration begins one.
 */
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { brandOfHost } from '#brands/index.ts'
import { entryPath, pagePaths, sessionExpiredPath } from '#journey/page-paths.ts'
import { carriesLink } from '#journey/wizard-path.ts'
import type { Services } from '#server/context.ts'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import { pageHeaders } from './page-headers.ts'
import type { ReadyPages } from './rendered-pages.ts'

export interface Given {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Null for what is not at hand as it is asked for. */
export type GivenAnyway = (request: IncomingMessage, path: string) => Given | null

/** The page that a session ends with is none of them: it does something. */
const paths: ReadonlySet<string> = new Set(pagePaths.filter(path => path !== sessionExpiredPath))

const fileTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const twins: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }
/** Files are named after what is in them. */
const forEver = 'public, max-age=31536000, immutable'

/** The files that the build left twins of, by name and encoding. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  // Without a build there are none; nor is there a page then, and no start.
  const all = await readdir(folder).catch(() => [])
  const names = all.filter(name => Object.values(twins).includes(extname(name)))
  return new Map(
    await Promise.all(names.map(async name => [name, await readFile(join(folder, name))] as const)),
  )
}

/** @param folder of the files that the pages fetch from /assets/ */
export async function givenAnyway(
  folder: string,
  pages: ReadyPages,
  { brands, config }: Pick<Services, 'brands' | 'config'>,
): Promise<GivenAnyway> {
  const files = await readFiles(folder)

  function page({ url = '', headers }: IncomingMessage, path: string, encoding: Encoding): Given | null {
    const brand = brandOfHost(brands, headers.host ?? '', config.production)
    const opens = path === entryPath && carriesLink(new URLSearchParams(url.split('?')[1]))
    const ready = brand && pages(brand.key, path, opens)
    return ready ? { headers: pageHeaders(ready), body: ready[encoding] } : null
  }

  function file(name: string, encoding: Encoding): Given | null {
    const body = files.get(`${name}${twins[encoding]}`)
    const type = fileTypes[extname(name)]
    if (!body || !type) return null
    return { headers: { 'content-type': type, 'cache-control': forEver, vary: 'accept-encoding' }, body }
  }

  return (request, path) => {
    if (request.method !== 'GET') return null
    const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''))
    if (!encoding) return null
    const given = paths.has(path)
      ? page(request, path, encoding)
      : path.startsWith('/assets/')
        ? file(path.slice('/assets/'.length), encoding)
        : null
    return given && { ...given, headers: { ...given.headers, 'content-encoding': encoding } }
  }
}
