/** The pages the server holds ready: the entry, the five steps and the outcomes, each once. */
import { expect, it } from 'vitest'
import { outcomePaths, pagePaths } from './page-paths.ts'

it('[SHELL-02] every page has its own address', () => {
  const wizard = ['/vehicle', ...[1, 2, 3, 4, 5].map(number => `/vehicle/step${number}`)]
  expect(pagePaths).toEqual([...wizard, ...outcomePaths])
  expect(new Set(pagePaths).size).toBe(pagePaths.length)
})
