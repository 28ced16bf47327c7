/** Worker thread that renders and compresses all pages once; rendered-pages.ts starts it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Brand } from '#brands/brand.ts'
import type { SiteSettings } from '#contract/site-settings.ts'

export interface RenderJob {
  readonly brand: Brand
  readonly path: string
  /** For the entry page with a quote's link in its URL. */
  readonly opens: boolean
  readonly settings: SiteSettings
}

export interface RenderedPage {
  readonly brandKey: string
  readonly path: string
  readonly opens: boolean
  /** The inline scripts and styles, for the hashes of the content security policy. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly br: Uint8Array
  readonly gzip: Uint8Array
}

interface Renderer {
  renderPage(request: RenderJob & { readonly manifest: unknown }): {
    html: string
    scripts: readonly string[]
    styles: readonly string[]
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }

const { dist, orders } = workerData as { dist: string; orders: readonly RenderJob[] }
const { renderPage } = (await import(pathToFileURL(join(dist, 'ssr/entry-server.js')).href)) as Renderer
const manifest: unknown = JSON.parse(readFileSync(join(dist, 'client/manifest.json'), 'utf8'))

// Sequential, because each page takes some megabytes while it is compressed.
for (const order of orders) {
  const { html, scripts, styles } = renderPage({ ...order, manifest })
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain)])
  const { brand, path, opens } = order
  const page: RenderedPage = { brandKey: brand.key, path, opens, scripts, styles, br, gzip: gz }
  parentPort?.postMessage(page)
}
