/** How the browser's part is built: hashed files with a manifest for the server, and one server-side bundle that renders pages. */
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkNameOf } from './scripts/build/chunk-names.ts'
import { inlineClassNames, inlineSentences } from './scripts/build/inline-names.ts'
import { scopedClassName } from './web/styles/scoped-class-name.ts'

/** Vite's own way round a fetched file asks for its styles and neighbours first; ours have none to ask for. */
const plainImports: Plugin = {
  name: 'plain-imports',
  load: {
    order: 'pre',
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = fetchFile => fetchFile()',
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), plainImports, inlineClassNames, inlineSentences],
  publicDir: false,
  css: { modules: { generateScopedName: scopedClassName } },
  // React's own bundle for production, whatever the server is told: half the time, and none of its development texts.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    target: ['chrome111', 'edge111', 'firefox121', 'safari16.4'],
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
            input: 'web/entry-client.tsx',
            // Numbers, paths and class names stand where they are used.
            optimization: { inlineConst: { mode: 'all' } },
            output: {
              // Chromium compiles a whole file while it comes, beside the page: a step's functions would else be compiled
              // by the first press that needs them (decision 0059).
              postBanner: '//# allFunctionsCalledOnLoad',
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [{ name: chunkNameOf, debugName: 'files' }],
              },
            },
          },
        }),
  },
}))
