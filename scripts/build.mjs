/**
 * `npm run build`: builds the browser and the server bundle of the pages in parallel, then writes a brotli
 * and a gzip copy of every text file. The static file server sends these copies, so that no request
 * compresses anything.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

// Else the server's half would be compiled for a development React beside a bundle of the one for production: it could not start.
process.env.NODE_ENV = 'production'

const root = join(import.meta.dirname, '..')
const text = /\.(js|css|html|svg|json|txt|xml|webmanifest|map)$/
const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]

const addTwins = async path => {
  const content = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${path}.br`, await asBrotli(content, { params }))
  await writeFile(`${path}.gz`, await asGzip(content, { level: 9 }))
}

const buildForBrowsers = async () => {
  await build({ root })
  const files = await readdir(join(root, 'dist/client'), { recursive: true, withFileTypes: true })
  const texts = files.filter(entry => entry.isFile() && text.test(entry.name))
  await Promise.all(texts.map(entry => addTwins(join(entry.parentPath, entry.name))))
}

const buildForServer = () => build({ root, build: { ssr: 'web/entry-server.tsx' } })

await Promise.all([buildForBrowsers(), buildForServer()])
