/** Reads text and structure of a PDF with independent programs (poppler, qpdf), for document tests. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PdfContents {
  /** All text in page order, with single spaces. */
  readonly text: string
  readonly pages: readonly string[]
  /** The tag tree with its texts, as a screen reader reads it. */
  readonly structure: string
  /** The output of pdfinfo: Title, Tagged, Pages, Page size … */
  readonly info: string
  /** All objects of the file, uncompressed. */
  readonly objects: string
  /** The output of qpdf's check. */
  readonly check: string
}

/** Each program runs on first use, because most tests need only the text. */
export function readPdf(pdf: Uint8Array): PdfContents {
  const latin = (program: string, ...options: string[]): string => asked(pdf, program, options)
  const utf8 = (program: string, ...options: string[]): string =>
    Buffer.from(asked(pdf, program, options), 'latin1').toString('utf8')
  const pages = once(() =>
    utf8('pdftotext', '-enc', 'UTF-8', pdfName, '-')
      .split('\f')
      .map(page => page.replace(/\s+/g, ' ').trim()),
  )
  const structure = once(() => utf8('pdfinfo', '-enc', 'UTF-8', '-struct-text', pdfName))
  const info = once(() => utf8('pdfinfo', pdfName))
  const objects = once(() => latin('qpdf', '--qdf', '--object-streams=disable', pdfName, '-'))
  const check = once(() => latin('qpdf', '--check', pdfName))
  return {
    get text() {
      return pages().join(' ')
    },
    get pages() {
      return pages().filter(Boolean)
    },
    get structure() {
      return structure()
    },
    get info() {
      return info()
    },
    get objects() {
      return objects()
    },
    get check() {
      return check()
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The file's name in a program's temporary folder. */
const pdfName = 'pdfName.pdf'

function asked(pdf: Uint8Array, program: string, options: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfName-'))
  try {
    writeFileSync(join(folder, pdfName), pdf)
    return execFileSync(program, options, {
      cwd: folder,
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
