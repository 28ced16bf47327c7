/** Finds and reads the project's source files, for the generated pages and the convention tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** The opening comment of a file on one line; undefined if there is none. */
export const openingComment = (root: string, path: string) => {
  const comment = readFileSync(join(root, path), 'utf8').match(/^(?:#![^\n]*\n)?\s*\/\*\*([\s\S]*?)\*\//)?.[1]
  return comment
    ?.split('\n')
    .map(line => line.replace(/^\s*\*? ?/, ''))
    .join(' ')
    .trim()
}
