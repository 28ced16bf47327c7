/** Pages and documents without content, for test servers: browser tests and documents/ test the real ones. */
import { gzipSync } from 'node:zlib'
import type { PdfRenderer } from '#documents/pdf-renderer.ts'

/** It only sets a cookie. */
export const emptyPage = {
  csp: "default-src 'none'",
  productionCsp: "default-src 'none'",
  br: Buffer.alloc(0),
  gzip: gzipSync('<!doctype html>'),
}

const blank = Buffer.from('%PDF-1.7')

/** A real document takes a tenth of a second of the processor. */
export const blankPdfRenderer: PdfRenderer = {
  schedule: async () => blank,
  wording: async () => blank,
  close: async () => undefined,
}
