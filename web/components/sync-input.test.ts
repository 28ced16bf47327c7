/** Tests controls answered before hydration, or changed from elsewhere. */
import { expect, it } from 'vitest'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { syncInput } from './sync-input.ts'

it.each([
  ['typed before hydration', '', 'early', 'early'],
  ['typed before, with an answer there already', 'kept', 'early', 'kept'],
  ['left alone', '', '', ''],
  ['of which nothing is chosen', '', undefined, ''],
])('[SHELL-14] keeps what was %s', (_what, answer, early, expected) => {
  const draft = createDraft(null)
  draft.setAnswer('car.plate', answer)
  const shown: string[] = []
  syncInput(draft, 'car.plate', early, answer => shown.push(answer))
  expect(draft.answers().car.plate).toBe(expected)
  expect(shown.at(-1)).toBe(expected)
})

it('[SHELL-14] shows every change until it is stopped', () => {
  const draft = createDraft(null)
  const shown: string[] = []
  const stop = syncInput(draft, 'car.plate', undefined, answer => shown.push(answer))
  draft.setAnswer('car.plate', 'one')
  draft.clear()
  stop()
  draft.setAnswer('car.plate', 'two')
  expect(shown).toEqual(['', 'one', ''])
})
