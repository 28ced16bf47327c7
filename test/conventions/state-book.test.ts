/**
 * Checks that the state book shows every page outside the steps. The authors of the other states choose what
 * those show.
 */
import { expect, it } from 'vitest'
import { legalPaths, notFoundPath, outcomePaths } from '#journey/page-paths.ts'
import { states } from '../../states/book.ts'

/** The same page, word for word: web/entry-server.test.ts looks at both. */
const twins: Readonly<Record<string, string>> = { '/turners/page-not-found': notFoundPath }

it('[PAY-10] [BUS-04] every page outside the wizard has a state, so that it is pictured and looked at', () => {
  const shown = new Set(states.map(({ path }) => path.replace(/\?.*/, '')))
  const pages = [...outcomePaths, ...Object.values(legalPaths)]
  expect(pages.filter(path => !shown.has(twins[path] ?? path))).toEqual([])
})
