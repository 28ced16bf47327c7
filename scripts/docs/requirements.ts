/**
 * Reads the requirements and threats, and finds the tests whose titles name them, for `npm run docs` and the
 * convention tests.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, sourceFiles } from './source-files.ts'

export interface Row {
  readonly id: string
  readonly text: string
}

export interface Proof {
  readonly ids: readonly string[]
  readonly title: string
  /** The path from the root. */
  readonly file: string
}

const rowsOf = (root: string, file: string, row: RegExp): Row[] =>
  [...readFileSync(join(root, 'docs', file), 'utf8').matchAll(row)].map(([, id = '', text = '']) => ({
    id,
    text,
  }))

/** The rows of docs/requirements.md in file order. */
export const readRows = (root: string): Row[] =>
  rowsOf(root, 'requirements.md', /^\| ([A-Z]+-\d+) \| (.*) \|$/gm)

/** The rows of docs/threats.md in file order: an attack and the required result. */
export const readThreats = (root: string): Row[] => rowsOf(root, 'threats.md', /^\| (T\d+) \| (.*) \|$/gm)

const id = '(?:[A-Z]{2,}-\\d{2,}|T\\d{1,2})'
// A title begins with its ids: '[CAR-10] …', '[CAR-10, CAR-11] …', or '[CAR-10] [CAR-11] …'.
const openingIds = `(?:\\[${id}(?:[,\\s]+${id})*\\]\\s*)+`
const titles = new RegExp(`(['"\`])(${openingIds})((?:\\\\.|(?!\\1)[^\\\\\\n])*)\\1`, 'g')

/** The titles with requirement ids in one test file's text. */
export const proofsIn = (file: string, text: string): Proof[] =>
  [...text.matchAll(titles)].map(([, , ids = '', title = '']) => ({
    ids: ids.match(new RegExp(id, 'g')) ?? [],
    title: title.replaceAll(/\\(['"`])/g, '$1').trim(),
    file,
  }))

/** The titles with requirement ids in all tests. */
export const readProofs = (root: string): Proof[] =>
  sourceFiles(root)
    .filter(isTest)
    .flatMap(file => proofsIn(file, readFileSync(join(root, file), 'utf8')))

/** The rows without a test. */
export const unprovenRows = (rows: readonly Row[], proofs: readonly Proof[]): Row[] =>
  rows.filter(row => !proofs.some(({ ids }) => ids.includes(row.id)))
