/** Reads text and structure of a PDF with independent programs (poppler, qpdf), for document tests. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file's name in a program's temporary folder. */
const file = 'read.pdf'

/** Each program runs on first use, because most tests need only the text. */
class PdfReader {
  readonly #pdf: Uint8Array
  readonly #outputs = new Map<string, Buffer>()
  constructor(pdf: Uint8Array) {
    this.#pdf = pdf
  }

  /** The output of a program that reads the file. */
  #outputOf(...command: readonly [program: string, ...options: string[]]): Buffer {
    const name = command.join(' ')
    const output = this.#outputs.get(name) ?? runOn(this.#pdf, ...command)
    this.#outputs.set(name, output)
    return output
  }

  /** The text of each page, with single spaces. */
  get pages(): readonly string[] {
    const pages = this.#outputOf('pdftotext', '-enc', 'UTF-8', file, '-').toString().split('\f')
    return pages.map(page => page.replace(/\s+/g, ' ').trim()).filter(Boolean)
  }
  /** All text in page order, with single spaces. */
  get text(): string {
    return this.pages.join(' ')
  }
  /** The tag tree with its texts, as a screen reader reads it. */
  get structure(): string {
    return this.#outputOf('pdfinfo', '-enc', 'UTF-8', '-struct-text', file).toString()
  }
  /** The output of pdfinfo: Title, Tagged, Pages, Page size … */
  get info(): string {
    return this.#outputOf('pdfinfo', file).toString()
  }
  /** All objects of the file, uncompressed. */
  get objects(): string {
    return this.#outputOf('qpdf', '--qdf', '--object-streams=disable', file, '-').toString('latin1')
  }
  /** The output of qpdf's check. */
  get check(): string {
    return this.#outputOf('qpdf', '--check', file).toString('latin1')
  }
}

export type PdfContents = PdfReader
export const readPdf = (pdf: Uint8Array): PdfContents => new PdfReader(pdf)

function runOn(pdf: Uint8Array, program: string, ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'openroad-pdf-'))
  try {
    writeFileSync(join(folder, file), pdf)
    return execFileSync(program, options, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 << 20,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
