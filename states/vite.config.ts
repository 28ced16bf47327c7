/** Vite configuration of the state book: the application's own files in one bundle, with sample data. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/states',
    target: 'chrome111',
    manifest: 'manifest.json',
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: 'states/main.tsx' },
  },
})
