/** Lists and reads files of the repository, for the convention tests. */
import { readdirSync, readFileSync } from 'node:fs'
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
const otherFolders = ['dev', 'states', 'bench', 'test', 'e2e', 'scripts'] as const

/** Sorted paths from the root, without `data` folders. */
export const sourceFiles = (
  folders: readonly string[] = [...productFolders, ...otherFolders],
  kind = /\.(ts|tsx|mjs)$/,
): string[] =>
  folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map(name => `${folder}/${name}`)
        .sort(),
    )
    .filter(path => kind.test(path) && !path.includes('/data/'))

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** The TypeScript files of the product in these folders, without tests. */
export const productFiles = (folders: readonly string[] = productFolders): string[] =>
  sourceFiles(folders, /\.tsx?$/).filter(path => !isTest(path))
