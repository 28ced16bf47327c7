/**
 * Last step of `npm run build`: puts a brotli and a gzip twin beside every text file of dist/, as small as they get.
 * The static file server relies on the twins, so that no request waits for a compressor.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '..', 'dist')
const text = /\.(js|css|html|svg|json|txt|xml|webmanifest|map)$/

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && text.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
  .filter(path => !path.startsWith(join(dist, 'ssr')))

for (const path of files) {
  const content = readFileSync(path)
  const brotli = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  writeFileSync(`${path}.br`, brotli)
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
