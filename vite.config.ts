/** How the browser's part is built: hashed files with a manifest for the server, and one server-side bundle that renders pages. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { className } from './web/look/class-name.ts'

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Tells whether a module is imported, not only fetched later, on the way from one of these files. */
function neededBy(...files: readonly string[]) {
  const known = new Map<string, boolean>()
  const needed = (id: string, modules: Modules): boolean => {
    const answer = known.get(id)
    if (answer !== undefined) return answer
    known.set(id, false)
    const importers = modules.getModuleInfo(id)?.importers ?? []
    const is = files.some(file => id.endsWith(file)) || importers.some(importer => needed(importer, modules))
    known.set(id, is)
    return is
  }
  return needed
}

const everyPage = neededBy('/web/main.tsx')
const outside = [neededBy('/entry-screen.tsx'), neededBy('/outcomes/index.ts')]
/** What a step needs for its first window, and what comes right after it (`nextPart`). */
const steps = [
  ['/car-step.tsx', '/use-and-place.tsx'],
  ['/driver-step.tsx'],
  ['/quote-step.tsx', '/cover-details.tsx'],
  ['/policyholder-step.tsx', '/holder-questions.tsx'],
  ['/payment-step.tsx', '/check-everything.tsx', '/bank-details.tsx'],
].map(([firstWindow = '', ...next]) => ({
  firstWindow: neededBy(firstWindow),
  whole: neededBy(firstWindow, ...next),
}))
const [car, driver, quote, , payment] = steps

/**
 * A few files in place of dozens: what is shared in small pieces costs more on the wire than it spares. What most
 * screens need comes with the frame; of the rest no screen is to fetch much that only others need.
 */
function sharedFile(id: string, modules: Modules): string | null {
  const isIn = (screen: ReturnType<typeof neededBy> | undefined) => screen?.(id, modules) ?? false
  const isOutside = outside.some(isIn)
  const screens = [...steps.map(step => step.whole), ...outside].filter(isIn).length
  if (isIn(everyPage) || screens > 4 || (isOutside && screens > 3)) return 'main'
  if (isOutside || screens < 2) return null
  if (!steps.some(step => isIn(step.firstWindow))) return 'below'
  if (isIn(car?.whole)) return 'fields'
  if (isIn(driver?.whole)) return 'people'
  if (isIn(payment?.whole) && screens > 2) return 'people'
  if (isIn(payment?.whole)) return isIn(quote?.whole) ? null : 'policyholders'
  return 'place'
}

/** Vite's own way round a fetched file asks for its styles and neighbours first; ours have none to ask for. */
const plainImports: Plugin = {
  name: 'plain-imports',
  load: {
    order: 'pre',
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = fetchFile => fetchFile()',
  },
}

/** Classes one by one in place of a table for each style file: a class then stands as its name where it is used. */
const classesByName: Plugin[] = [
  {
    name: 'classes-by-name',
    transform: {
      order: 'pre',
      filter: { code: /\.module\.css'/ },
      handler: code => code.replace(/import (\w+) from ('[^']+\.module\.css')/g, 'import * as $1 from $2'),
    },
  },
  {
    name: 'styles-stay',
    enforce: 'post',
    // A style file of which no name is left to import is styles all the same.
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: code => ({ code, moduleSideEffects: 'no-treeshake' }),
    },
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), plainImports, classesByName],
  publicDir: false,
  css: { modules: { generateScopedName: className } },
  // React's own bundle for production, whatever the server is told: half the time, and none of its development texts.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The server reads which hashed files belong to the entry; nothing else needs an index.html.
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: false,
    assetsInlineLimit: 0,
    // All of it stands in the HTML: a file a step would be fetched for rules that are there already.
    cssCodeSplit: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: 'web/main.tsx',
            // Numbers, paths and class names stand where they are used.
            optimization: { inlineConst: { mode: 'all' } },
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [{ name: sharedFile, debugName: 'shared files' }],
              },
            },
          },
        }),
  },
}))
