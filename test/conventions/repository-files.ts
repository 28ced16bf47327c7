/** Reads files of the repository as text, for the convention tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, productFolders, sourceFiles } from '../../scripts/docs/requirements.ts'

export const root = join(import.meta.dirname, '..', '..')

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The first group of every match. */
export const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

/** The TypeScript files of the product in these folders, without tests. */
export const productFiles = (folders: readonly string[] = productFolders): string[] =>
  sourceFiles(root, folders, /\.tsx?$/).filter(path => !isTest(path))
