/** Local server of the state book: an index, and each state as rendered HTML that the book's script hydrates. */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Brand } from '#brands/brand.ts'
import { brandOfHost, readBrands } from '#brands/index.ts'
import { fillPage, type SiteSettings } from '#contract/page-template.ts'
import { hasQuoteLink, isLegalPath } from '#journey/page-paths.ts'
import { parseConfig } from '#server/config.ts'
import { legalDocumentsOf } from '#server/plugins/legal-documents.ts'
import { siteSettings } from '#test/site-settings.ts'
import type { ManifestFile, RenderRequest } from '#web/entry-server.tsx'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { addressOf, chapters, states } from './book.ts'

const dist = join(import.meta.dirname, '../dist')

export interface StateBookServer {
  readonly port: number
  /** http://fern.localhost:40123 */
  origin(brand: string): string
  close(): Promise<void>
}

type Manifest = Record<string, ManifestFile>

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** A stored draft, because redirect-to-step-1.ts redirects a tab without one. */
const tabWithAnswers = `<script>sessionStorage.setItem('${draftStorageKey}', '{}')</script>`

const settingsOf = (brand: Brand): SiteSettings => ({
  ...siteSettings,
  mechanicalBreakdownUrl: brand.mechanicalBreakdown?.production ?? null,
})

function indexPage(brands: readonly string[], port: number): string {
  const origin = (brand: string) => `http://${brand}.localhost:${port}`
  const chapter = ({ title, states: shown }: (typeof chapters)[number]) => `<section><h2>${title}</h2><table>
${shown
  .map(
    state =>
      `<tr><th scope="row">${state.title}</th>${brands
        .map(brand => `<td><a href="${origin(brand)}${addressOf(state)}">${brand}</a></td>`)
        .join('')}</tr>`,
  )
  .join('\n')}
</table></section>`
  return `<!doctype html><html lang="en-NZ"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>State book</title>
<style>body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}th{text-align:start;font-weight:400}td{padding-inline-start:1.5rem}</style>
<h1>State book</h1>
<p>${states.length} states, each in ${brands.length} brands; light or dark as your system is. The texts and components are the product’s own, the answers are samples, and no call leaves the page.</p>
${chapters.map(chapter).join('\n')}</html>`
}

/** @param port 0 for any free one */
export async function serveStateBook(port: number): Promise<StateBookServer> {
  const built = (file: string) => readFileSync(join(dist, 'states', file))
  const manifest = JSON.parse(String(built('manifest.json'))) as Manifest
  const entry = manifest['states/main.tsx']
  if (!entry) throw new Error('The state book is not built: npm run states')
  const { renderPage } = (await import(pathToFileURL(join(dist, 'ssr/entry-server.js')).href)) as {
    renderPage(request: RenderRequest): string
  }
  const brands = readBrands()

  function answer(request: IncomingMessage, reply: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const type = types[extname(pathname)]
    if (pathname.startsWith('/assets/') && type) {
      reply.setHeader('content-type', type)
      reply.end(built(pathname.slice(1)))
      return
    }
    if (pathname.endsWith('.svg')) {
      reply.setHeader('content-type', 'image/svg+xml')
      reply.end(brands.get(pathname.split('/')[2] ?? '')?.logoSvg)
      return
    }
    const brand = brandOfHost(brands, request.headers.host ?? '', false)
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    if (!brand || !searchParams.has('state')) {
      reply.end(indexPage([...brands.keys()], (server.address() as AddressInfo).port))
      return
    }
    const page = renderPage({
      brand,
      path: pathname,
      isByLink: hasQuoteLink(searchParams),
      manifest: { ...manifest, 'web/entry-client.tsx': entry as ManifestFile },
      readBuilt: file => readFileSync(join(dist, file.replace(/^client\//, 'states/')), 'utf8'),
    })
    if (isLegalPath(pathname)) {
      const shown = fillPage(page, settingsOf(brand), legalDocumentsOf(brand, parseConfig({}))[pathname])
      // No script runs there, so the page is complete at once.
      reply.end(shown.replace('<html', '<html data-state="shown"'))
      return
    }
    reply.end(fillPage(page, settingsOf(brand)).replace('<head>', `<head>${tabWithAnswers}`))
  }

  const server = createServer((request, reply) => {
    try {
      answer(request, reply)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        reply.writeHead(404).end()
        return
      }
      // Shows the author of a state why its page cannot be rendered.
      const why = error instanceof Error ? error.stack : String(error)
      reply.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(why)
    }
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const usedPort = (server.address() as AddressInfo).port
  return {
    port: usedPort,
    origin: brand => `http://${brand}.localhost:${usedPort}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
