/** Tests of the draft store: what survives a reload of the tab, and what is never stored. */

import { describe, expect, it } from 'vitest'
import { paymentErrors } from '#journey/questions/payment.ts'
import { createDraft } from './draft-store.ts'
import { draftStorageKey } from './storage-key.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const saved = () => new Promise<void>(resolve => queueMicrotask(resolve))

describe('draft', () => {
  it('[SHELL-14] brings back every field as typed after a reload', async () => {
    const storage = memory()
    const before = createDraft(storage)
    before.setAnswer('driver1.firstName', ' Māia')
    before.setState({ quoteNumber: 'Q1', furthestStep: 'driver' })
    await saved()
    const after = createDraft(storage)
    after.restore()
    expect(after.answers()).toEqual({ 'driver1.firstName': ' Māia' })
    expect(after.state()).toEqual({ quoteNumber: 'Q1', furthestStep: 'driver' })
  })

  it('[SHELL-02] a page restored from bfcache counts no answer as changed', async () => {
    const draft = createDraft(memory())
    draft.setAnswer('plate', 'JHU968')
    await saved()
    const before = draft.answers()
    draft.restore()
    expect(draft.answers()).toBe(before)
  })

  it('[SHELL-14] never stores anything that step 5 asks about the bank account', async () => {
    const storage = memory()
    const draft = createDraft(storage)
    const fields = paymentErrors({}, { today: '2026-11-21' }).map(({ field }) => field)
    expect(fields.length).toBeGreaterThan(3)
    for (const field of fields) draft.setAnswer(field, `CANARY-${field}`)
    draft.setAnswer('plate', 'JHU968')
    await saved()
    expect(draft.answers().accountNumber).toBe('CANARY-accountNumber')
    const text = [...storage.kept.values()].join()
    expect(text).toContain('JHU968')
    expect(text).not.toContain('CANARY')
  })

  it('[SHELL-14] prefers what was typed before the reload finished to what was stored', async () => {
    const storage = memory()
    storage.setItem(
      draftStorageKey,
      JSON.stringify({ answers: { plate: 'OLD111', carValue: '9000' }, draftState: {} }),
    )
    const draft = createDraft(storage)
    draft.setAnswer('plate', 'NEW222')
    draft.restore()
    expect(draft.answers()).toEqual({ plate: 'NEW222', carValue: '9000' })
  })

  it.each([
    ['another quote was bought since', { quoteId: '2', policyNumber: 'OR2' }],
    ['another was begun since', { furthestStep: 'car' }],
  ])('[SHELL-14] a page restored from bfcache keeps its own quote: %s', async (_what, draftState) => {
    const storage = memory()
    const draft = createDraft(storage)
    draft.setAnswer('plate', 'JHU968')
    draft.setState({ quoteId: '1' })
    await saved()
    storage.setItem(draftStorageKey, JSON.stringify({ answers: { startDate: '21/11/2026' }, draftState }))
    draft.restore()
    expect(draft.answers()).toEqual({ plate: 'JHU968' })
    expect(draft.state()).toEqual({ quoteId: '1' })
    await saved()
    const reloaded = createDraft(storage)
    reloaded.restore()
    expect(reloaded.state()).toEqual({ quoteId: '1' })
  })

  it('[PAY-06] a page restored from bfcache learns that its quote was bought meanwhile', async () => {
    const storage = memory()
    const draft = createDraft(storage)
    draft.setAnswer('plate', 'JHU968')
    draft.setState({ quoteId: '1' })
    await saved()
    storage.setItem(
      draftStorageKey,
      JSON.stringify({ answers: {}, draftState: { quoteId: '1', policyNumber: 'OR1' } }),
    )
    draft.restore()
    expect(draft.state()).toEqual({ quoteId: '1', policyNumber: 'OR1' })
  })

  it('[SHELL-14] forgets everything when cleared, in storage too', async () => {
    const storage = memory()
    const draft = createDraft(storage)
    draft.setAnswer('plate', 'JHU968')
    draft.setState({ quoteId: '1' })
    draft.clear()
    await saved()
    expect(draft.answers()).toEqual({})
    expect([...storage.kept.values()].join()).not.toContain('JHU968')
  })

  it('deletes what a patch sets to undefined and tells its listeners once a change', () => {
    const draft = createDraft(null)
    let calls = 0
    const stop = draft.subscribe(() => {
      calls += 1
    })
    draft.setAnswers({ plate: 'JHU968', transmission: 'Manual' })
    draft.setAnswers({ plate: 'JHU968' })
    draft.setAnswers({ transmission: undefined })
    draft.setState({ furthestStep: 'quote' })
    draft.setState({ furthestStep: 'quote', offline: undefined })
    stop()
    draft.setAnswer('plate', '')
    expect(calls).toBe(3)
    expect(draft.answers()).toEqual({ plate: '' })
  })

  it('survives a storage that holds something else or refuses', async () => {
    const storage = memory()
    storage.setItem(draftStorageKey, 'no json')
    const draft = createDraft({
      ...storage,
      setItem() {
        throw new Error('full')
      },
    })
    draft.restore()
    draft.setAnswer('plate', 'A')
    await saved()
    expect(draft.answers()).toEqual({ plate: 'A' })
  })
})
