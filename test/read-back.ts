/** What a finished PDF holds, asked of programs that know nothing of how it was made (poppler, qpdf): for tests. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ReadBack {
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

export function readBack(pdf: Uint8Array): ReadBack {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'))
  try {
    const file = join(folder, 'paper.pdf')
    writeFileSync(file, pdf)
    const run = (program: string, ...options: string[]) =>
      execFileSync(program, options, { encoding: 'latin1', stdio: ['ignore', 'pipe', 'pipe'] })
    const words = Buffer.from(run('pdftotext', '-enc', 'UTF-8', file, '-'), 'latin1').toString('utf8')
    const pages = words.split('\f').map(page => page.replace(/\s+/g, ' ').trim())
    return {
      text: pages.join(' '),
      pages: pages.filter(Boolean),
      structure: Buffer.from(run('pdfinfo', '-enc', 'UTF-8', '-struct-text', file), 'latin1').toString(
        'utf8',
      ),
      info: Buffer.from(run('pdfinfo', file), 'latin1').toString('utf8'),
      objects: run('qpdf', '--qdf', '--object-streams=disable', file, '-'),
      check: run('qpdf', '--check', file),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
