/** Generates the documentation page of all folders and files with each file's opening comment. */
import { page } from './markdown.ts'
import { isTest, openingComment, otherFolders, productFolders, sourceFiles } from './sources.ts'

/** A sentence ends at a full stop before a space and a capital letter, so not at "e.g. this". */
const firstSentence = (text: string) => text.match(/^.*?\.(?=\s+["'`A-Z/]|$)/)?.[0] ?? text

const line = (root: string, path: string, depth: number) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return `${'  '.repeat(depth)}- \`${name}\` ${firstSentence(openingComment(root, path) ?? '')}`.trimEnd()
}

const tree = (root: string, folder: string, files: readonly string[], depth: number): string[] => {
  const below = files.filter(path => path.startsWith(`${folder}/`))
  const inside = below.filter(path => !path.slice(folder.length + 1).includes('/'))
  const folders = new Set(
    below
      .map(path => path.slice(folder.length + 1).split('/'))
      .filter(parts => parts.length > 1)
      .map(parts => `${folder}/${parts[0]}`),
  )
  return [
    `${'  '.repeat(depth)}- **${folder.slice(folder.lastIndexOf('/') + 1)}/**`,
    ...inside.map(path => line(root, path, depth + 1)),
    ...[...folders].flatMap(child => tree(root, child, files, depth + 1)),
  ]
}

export const foldersPage = (root: string) => {
  const files = sourceFiles(root).filter(path => !isTest(path) && !path.endsWith('.d.mts'))
  const present = [...productFolders, ...otherFolders].filter(folder =>
    files.some(path => path.startsWith(`${folder}/`)),
  )
  return page(
    'Folders',
    'What stands where: each file with the first sentence it opens with (tests stand beside what they test).',
    present.flatMap(folder => tree(root, folder, files, 0)).join('\n'),
  )
}
