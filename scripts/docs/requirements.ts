/** The page that sets every requirement beside the tests that prove it, read from the titles of the tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { page, table } from './markdown.ts'
import { isTest, sourceFiles } from './sources.ts'

export interface Row {
  readonly id: string
  readonly text: string
}

export interface Proof {
  readonly ids: readonly string[]
  readonly title: string
  /** From the root. */
  readonly file: string
}

/** The rows of docs/requirements.md, in its order. */
export const readRows = (root: string): Row[] =>
  [
    ...readFileSync(join(root, 'docs/requirements.md'), 'utf8').matchAll(/^\| ([A-Z]+-\d+) \| (.*) \|$/gm),
  ].map(([, id = '', text = '']) => ({ id, text }))

const id = '[A-Z]{2,}-\\d{2,}'
// A title opens with its ids: '[CAR-10] …', '[CAR-10, CAR-11] …', or '[CAR-10] [CAR-11] …'.
const openingIds = `(?:\\[${id}(?:[,\\s]+${id})*\\]\\s*)+`
const titles = new RegExp(`(['"\`])(${openingIds})((?:\\\\.|(?!\\1)[^\\\\\\n])*)\\1`, 'g')

/** The titles in one test file's text that name requirements. */
export const proofsIn = (file: string, text: string): Proof[] =>
  [...text.matchAll(titles)].map(([, , ids = '', title = '']) => ({
    ids: ids.match(new RegExp(id, 'g')) ?? [],
    title: title.replaceAll(/\\(['"`])/g, '$1').trim(),
    file,
  }))

/** Every title in the project's tests that names requirements. */
export const readProofs = (root: string): Proof[] =>
  sourceFiles(root)
    .filter(isTest)
    .flatMap(file => proofsIn(file, readFileSync(join(root, file), 'utf8')))

export const requirementsPage = (rows: readonly Row[], proofs: readonly Proof[]) => {
  const proving = (row: Row) => proofs.filter(proof => proof.ids.includes(row.id))
  const listed = (row: Row) =>
    [...new Set(proving(row).map(({ file, title }) => `${title} (\`${file}\`)`))].join('<br>') ||
    'not yet proven'
  const open = rows.filter(row => proving(row).length === 0)
  return page(
    'Requirements and their tests',
    `Each row of [requirements.md](../requirements.md) with the tests whose titles name it: ${rows.length - open.length} of ${rows.length} have one.`,
    table(
      ['id', 'what must hold', 'proven by'],
      rows.map(row => [row.id, row.text, listed(row)]),
    ),
    '## Not yet proven',
    open.length === 0 ? 'None.' : `${open.length}: ${open.map(row => row.id).join(', ')}.`,
  )
}
