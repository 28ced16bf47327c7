/** Text and structure of a finished PDF, read with independent programs (poppler, qpdf), for tests. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PdfContents {
  /** All text with runs of white space as one space, in the order of the pages. */
  readonly text: string
  readonly pages: readonly string[]
  /** The tree of tags with their texts, as a screen reader walks it. */
  readonly structure: string
  /** What pdfinfo says: Title, Tagged, Pages, Page size … */
  readonly info: string
  /** Every object of the file, uncompressed. */
  readonly objects: string
  /** qpdf's judgement of the file. */
  readonly check: string
}

/** Each program runs when its part is first asked for: most tests ask for the words alone. */
export function readPdf(pdf: Uint8Array): PdfContents {
  const latin = (program: string, ...options: string[]): string => asked(pdf, program, options)
  const utf8 = (program: string, ...options: string[]): string =>
    Buffer.from(asked(pdf, program, options), 'latin1').toString('utf8')
  const pages = once(() =>
    utf8('pdftotext', '-enc', 'UTF-8', paper, '-')
      .split('\f')
      .map(page => page.replace(/\s+/g, ' ').trim()),
  )
  const structure = once(() => utf8('pdfinfo', '-enc', 'UTF-8', '-struct-text', paper))
  const info = once(() => utf8('pdfinfo', paper))
  const objects = once(() => latin('qpdf', '--qdf', '--object-streams=disable', paper, '-'))
  const check = once(() => latin('qpdf', '--check', paper))
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

/** The file's name, in a folder of its own where a program runs. */
const paper = 'paper.pdf'

function asked(pdf: Uint8Array, program: string, options: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'))
  try {
    writeFileSync(join(folder, paper), pdf)
    return execFileSync(program, options, {
      cwd: folder,
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
