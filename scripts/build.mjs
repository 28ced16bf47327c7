/** `npm run build`: builds the files for browsers and for the server, then renders every page of every brand to HTML. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { readBrands } from '#brands/index.ts'
import { pageFileName } from '#contract/page-template.ts'
import { pagePaths, startPath } from '#journey/page-paths.ts'
import { browsers } from '../vite.config.ts'

// Otherwise Vite compiles the JSX of the rendering bundle for React's development build.
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

/** Builds an inline script as dist/boot/<name>.js. */
const buildInlineScript = name =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist/boot',
      emptyOutDir: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: {
        input: `web/boot/${name}.ts`,
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  })

/** Renders every page of every brand as dist/pages/<brand>/<path>.html; the server inserts its settings. */
const renderPages = async () => {
  await rm(join(root, 'dist/pages'), { recursive: true, force: true })
  // An absolute path, because the import check runs before the first build.
  const { renderPage } = await import(join(root, 'dist/ssr/entry-server.js'))
  const manifest = JSON.parse(await readFile(join(root, 'dist/client/manifest.json'), 'utf8'))
  const write = async (brand, path, isByLink) => {
    const file = join(root, 'dist/pages', brand.key, pageFileName(path, isByLink))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, renderPage({ brand, path, isByLink, manifest }))
  }
  for (const brand of readBrands().values())
    await Promise.all([...pagePaths.map(path => write(brand, path, false)), write(brand, startPath, true)])
}

await Promise.all([
  buildForBrowsers(),
  buildForServer(),
  buildInlineScript('before-hydration'),
  buildInlineScript('redirect-to-step-1'),
])
await renderPages()
