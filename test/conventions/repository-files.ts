/** Reads files of the repository, the requirements, the threats and the test titles, for the convention tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The first group of every match. */
export const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The product's folders, in the order of ARCHITECTURE.md. */
export const productFolders = [
  'brands',
  'journey',
  'contract',
  'underwriting',
  'partners',
  'sandbox',
  'documents',
  'db',
  'server',
  'web',
] as const
export const otherFolders = ['dev', 'states', 'bench', 'test', 'e2e', 'scripts'] as const

/** Sorted paths from the root, without `data` folders and tool output. */
export const sourceFiles = (
  root: string,
  folders: readonly string[] = [...productFolders, ...otherFolders],
  kind = /\.(ts|tsx|mjs)$/,
) =>
  folders
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
        .sort(),
    )
    .filter(path => kind.test(path) && !path.includes('/data/'))

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** The TypeScript files of the product in these folders, without tests. */
export const productFiles = (folders: readonly string[] = productFolders): string[] =>
  sourceFiles(root, folders, /\.tsx?$/).filter(path => !isTest(path))

/** The opening comment of a file on one line; undefined if there is none. */
export const openingComment = (root: string, path: string) => {
  const comment = readFileSync(join(root, path), 'utf8').match(/^(?:#![^\n]*\n)?\s*\/\*\*([\s\S]*?)\*\//)?.[1]
  return comment
    ?.split('\n')
    .map(line => line.replace(/^\s*\*? ?/, ''))
    .join(' ')
    .trim()
}

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
const proofsIn = (file: string, text: string): Proof[] =>
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
