/** How the browser's part is built: hashed files with a manifest for the server, and one server-side bundle that renders pages. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
const entry = neededBy('/entry-screen.tsx')
const car = neededBy('/car-step.tsx')
const laterSteps = neededBy(
  '/driver-step.tsx',
  '/quote-step.tsx',
  '/policyholder-step.tsx',
  '/payment-step.tsx',
)

/** A few files in place of dozens: what is shared in small pieces costs more on the wire than it spares. */
function sharedFile(id: string, modules: Modules): string | null {
  if (everyPage(id, modules)) return 'main'
  if (!car(id, modules)) return null
  if (entry(id, modules)) return 'form'
  return laterSteps(id, modules) ? 'steps' : null
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: false,
  // React's own bundle for production, whatever the server is told: half the time, and none of its development texts.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The server reads which hashed files belong to the entry; nothing else needs an index.html.
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All of it stands in the HTML: a file a step would be fetched for rules that are there already.
    cssCodeSplit: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: 'web/main.tsx',
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
