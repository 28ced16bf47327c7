/** Tests of the figure store. */
import { expect, test } from 'vitest'
import { lastRuns, type StoredFigures } from './store.ts'

const run = (command: string, at: string): StoredFigures => ({
  command,
  figures: [],
  commit: at,
  machine: '',
  at,
})

test('keeps the last run of each command, from any machine', () => {
  const old = run('size', '2026-11-01T09:00')
  const newer = run('size', '2026-11-02T09:00')
  const bench = run('bench', '2026-10-01T09:00')
  expect(lastRuns([newer, bench, old])).toEqual([bench, newer])
  expect(lastRuns([old, bench, newer])).toEqual([bench, newer])
})
