/** Tests controls answered before hydration, or changed from elsewhere. */
import { expect, it } from 'vitest'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { syncInput } from './sync-input.ts'

it.each([
  ['typed before hydration', {}, 'early', 'early'],
  ['typed before, with an answer there already', { field: 'kept' }, 'early', 'kept'],
  ['typed before, with the answer emptied', { field: '' }, 'early', ''],
  ['left alone', {}, '', undefined],
  ['of which nothing is chosen', {}, undefined, undefined],
])('[SHELL-14] what was %s', (_what, answers, early, expected) => {
  const draft = createDraft(null)
  draft.setAnswers(answers)
  const shown: string[] = []
  syncInput(draft, 'field', early, answer => shown.push(answer))
  expect(draft.answers().field).toBe(expected)
  expect(shown.at(-1)).toBe(expected ?? '')
})

it('[SHELL-14] shows every change until it is stopped', () => {
  const draft = createDraft(null)
  const shown: string[] = []
  const stop = syncInput(draft, 'field', undefined, answer => shown.push(answer))
  draft.setAnswer('field', 'one')
  draft.clear()
  stop()
  draft.setAnswer('field', 'two')
  expect(shown).toEqual(['', 'one', ''])
})
