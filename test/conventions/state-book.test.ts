/** Tests that the state book shows every page outside the steps. */
import { expect, it } from 'vitest'
import { legalPaths, notFoundPath, outcomePaths } from '#journey/page-paths.ts'
import { states } from '../../states/book.ts'

/** Identical pages; web/entry-server.test.ts tests both. */
const twins: Readonly<Record<string, string>> = { '/turners/page-not-found': notFoundPath }

it('[PAY-10] [BUS-04] every page outside the steps has a state in the state book', () => {
  const shown = new Set(states.map(({ path }) => path.replace(/\?.*/, '')))
  const pages = [...outcomePaths, ...Object.values(legalPaths)]
  expect(pages.filter(path => !shown.has(twins[path] ?? path))).toEqual([])
})
