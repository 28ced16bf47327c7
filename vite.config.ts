/** Builds the browser's hashed files with a manifest, and the bundle that renders pages; used by scripts/build.mjs. */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export const browsers = ['chrome111', 'edge111', 'firefox121', 'safari16.4', 'ios16.4']

/** The page of a module in its folder; those in a folder of it are loaded later. */
const pageFolder = (id: string): string | null => /\/web\/pages\/(\w+)\/[^/]+$/.exec(id)?.[1] ?? null
/** Several steps load it after their first screen, or not at all. */
const addressSearch = /\/(web\/features\/address-search|@github\/combobox-nav)\//

/**
 * Every step prefetches these, because they may open without a connection: the status pages, among them the error page, and
 * the dialog at the end of a session.
 */
const openOffline =
  /\/web\/(pages\/status\/[^/]+|content\/(status-pages|session-expiry)\.ts|features\/session\/session-expiry-dialog\.tsx)$/

/** Modules that the start page shares with the steps. They are in the entry's file, so that the start page loads no other. */
const inMain = [
  'web/entry-client.tsx',
  'web/components/button.tsx',
  'web/components/date-field.tsx',
  'web/components/form.tsx',
  'web/components/text-field.tsx',
  'web/components/use-form.ts',
  'web/content/identity-check.ts',
  'web/features/quote-access/open-quote.ts',
  'web/features/quote-access/owner-details-fields.tsx',
  'web/layout/page-title.ts',
  'journey/questions/retrieve-quote.ts',
  'journey/page-paths.ts',
  // Throws for a file that was renamed.
].map(file => realpathSync(join(import.meta.dirname, file)))

/** Few files: the entry, one for modules that several pages share, and one per page folder. A group includes its imports. */
const groups = [
  { name: 'main', test: (id: string) => inMain.includes(id), priority: 3 },
  {
    name: 'shared',
    test: (id: string) => !addressSearch.test(id) && !openOffline.test(id),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'status', test: openOffline, priority: 1 },
  { name: 'address-search', test: addressSearch, priority: 1 },
  { name: pageFolder },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: false,
  // The rendering bundle contains React's production build.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    target: browsers,
    // entry-server.tsx reads the hashed names from it.
    manifest: isSsrBuild ? false : 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: false,
    // The HTML contains all styles, so no page waits for a style file.
    cssCodeSplit: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: 'web/entry-client.tsx',
            // The inline script awaits an export of the entry.
            preserveEntrySignatures: 'allow-extension',
            // Constants of other modules become literals.
            optimization: { inlineConst: { mode: 'all' } },
            output: { codeSplitting: { groups } },
          },
        }),
  },
}))
