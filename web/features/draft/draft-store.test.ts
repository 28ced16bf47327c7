/** Tests of the draft store: what survives a reload of the tab, what is never stored, and the look-ups it waits for. */
import { describe, expect, it, vi } from 'vitest'
import { emptyBank, emptyFormAnswers, type FieldPath } from '#journey/questions/form-answers.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { memoryStorage } from '#test/samples/memory-storage.ts'
import type { DraftState } from './draft-state.ts'
import { createDraft } from './draft-store.ts'
import { draftStorageKey } from './storage-key.ts'

const stored = (texts: FormTexts, draftState: object) =>
  JSON.stringify({ state: { answers: formOf(texts), draftState }, version: 0 })
/** A draft with a plate and a state, and the storage that keeps it. */
async function savedDraft(state: DraftState = {}) {
  const storage = memoryStorage()
  const draft = createDraft(storage)
  draft.setAnswer('car.plate', 'JHU968')
  draft.setState(state)
  await saved()
  return { storage, draft }
}
const saved = () => new Promise<void>(resolve => queueMicrotask(resolve))

describe('draft', () => {
  it('[SHELL-02] [SHELL-14] restores every field as typed after a reload, and changes nothing in a page from the back/forward cache', async () => {
    const { storage, draft } = await savedDraft({ quoteNumber: 'Q1', furthestStep: 'driver' })
    const before = draft.answers()
    draft.restore()
    expect(draft.answers()).toBe(before)
    const reloaded = createDraft(storage)
    reloaded.restore()
    expect(reloaded.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
    expect(reloaded.state()).toEqual({ quoteNumber: 'Q1', furthestStep: 'driver' })
  })

  it('[SHELL-14] never stores anything that step 5 asks about the bank account', async () => {
    const { storage, draft } = await savedDraft()
    const fields = Object.keys(emptyBank).map(part => `payment.bank.${part}` as FieldPath)
    for (const field of fields) draft.setAnswer(field, `CANARY-${field}`)
    await saved()
    const text = [...storage.entries.values()].join()
    expect(text).toContain('JHU968')
    expect(text).not.toContain('CANARY')
  })

  it('[SHELL-14] prefers text typed before the restore to stored text', async () => {
    const storage = memoryStorage()
    storage.setItem(draftStorageKey, stored({ 'car.plate': 'OLD111', 'car.carValue': '9000' }, {}))
    const draft = createDraft(storage)
    draft.setAnswer('car.plate', 'NEW222')
    draft.restore()
    expect(draft.answers()).toEqual(formOf({ 'car.plate': 'NEW222', 'car.carValue': '9000' }))
  })

  it.each([
    ['another quote was bought since', { quoteId: '2', policyNumber: 'OR2' }],
    ['another was begun since', { furthestStep: 'car' }],
  ])('[SHELL-14] a page from the back/forward cache keeps its quote: %s', async (_what, draftState) => {
    const { storage, draft } = await savedDraft({ quoteId: '1' })
    storage.setItem(draftStorageKey, stored({ 'cover.startDate': '21/11/2026' }, draftState))
    draft.restore()
    expect(draft.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
    expect(draft.state()).toEqual({ quoteId: '1' })
    await saved()
    const reloaded = createDraft(storage)
    reloaded.restore()
    expect(reloaded.state()).toEqual({ quoteId: '1' })
  })

  it('[PAY-06] a page restored from the back/forward cache learns that its quote was bought in the meantime', async () => {
    const { storage, draft } = await savedDraft({ quoteId: '1' })
    storage.setItem(draftStorageKey, stored({}, { quoteId: '1', policyNumber: 'OR1' }))
    draft.restore()
    expect(draft.state()).toEqual({ quoteId: '1', policyNumber: 'OR1' })
  })

  it('[SHELL-14] forgets everything when cleared, also in storage', async () => {
    const { storage, draft } = await savedDraft({ quoteId: '1' })
    draft.clear()
    await saved()
    expect(draft.answers()).toEqual(emptyFormAnswers)
    expect([...storage.entries.values()].join()).not.toContain('JHU968')
  })

  it('keeps what a patch does not name, and notifies its listeners once per change', () => {
    const draft = createDraft(null)
    const listener = vi.fn()
    const stop = draft.subscribe(listener)
    draft.setAnswers({ car: { plate: 'JHU968', transmission: 'Manual' } })
    draft.setAnswers({ car: { plate: 'JHU968' } })
    draft.setAnswers({ car: { transmission: '' } })
    draft.setState({ furthestStep: 'quote' })
    draft.setState({ furthestStep: 'quote', isReferred: undefined })
    stop()
    draft.setAnswer('car.plate', '')
    expect(listener).toHaveBeenCalledTimes(3)
    expect(draft.answers()).toEqual(emptyFormAnswers)
  })

  it('works with a storage that contains other data or throws', async () => {
    const storage = memoryStorage()
    storage.setItem(draftStorageKey, 'no json')
    const draft = createDraft({
      ...storage,
      setItem() {
        throw new Error('full')
      },
    })
    draft.restore()
    draft.setAnswer('car.plate', 'A')
    await saved()
    expect(draft.answers()).toEqual(formOf({ 'car.plate': 'A' }))
  })
})

it('[CAR-09] knows which look-ups are running until they succeed or fail', async () => {
  const lookUps = createDraft(null).pendingLookups
  expect(lookUps.nextSettled()).toBeNull()
  const plate = Promise.withResolvers<string>()
  const address = Promise.withResolvers<string>()
  const found = lookUps.track('plate', plate.promise)
  lookUps.track('riskAddress', address.promise).catch(() => {})
  expect(lookUps.isPending('plate')).toBe(true)
  expect(lookUps.isPending('carValue')).toBe(false)

  const firstEnd = lookUps.nextSettled()
  address.reject(new Error('no network'))
  await firstEnd
  expect(lookUps.isPending('riskAddress')).toBe(false)
  expect(lookUps.isPending('plate')).toBe(true)

  plate.resolve('found')
  expect(await found).toBe('found')
  await lookUps.nextSettled()
  expect(lookUps.nextSettled()).toBeNull()
})
