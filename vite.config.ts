/** How the browser's part is built: hashed files with a manifest for the server, and one server-side bundle that renders pages. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: false,
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The server reads which hashed files belong to the entry; nothing else needs an index.html.
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    ...(isSsrBuild ? {} : { rolldownOptions: { input: 'web/main.tsx' } }),
  },
}))
