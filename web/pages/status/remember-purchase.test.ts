/** Tests of what a tab counts and keeps after each way to the success page. */

import { expect, it } from 'vitest'
import { formOf } from '#test/samples/quote-form.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import { rememberPurchase } from './remember-purchase.ts'

const details = {
  policyId: 'POL-1',
  paymentFrequency: 'ANNUAL',
  cover: 'COMPREHENSIVE',
  amountCovered: 15_000,
} as const

function tab() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const counted: unknown[] = []
  /** A load of the page, as the browser makes it: nothing is left but the tab's storage. */
  const load = (path: string, quoteId = 'q1') => {
    const draft = createDraft(storage)
    draft.restore()
    rememberPurchase(draft, { path, quoteId, details }, (...event) => void counted.push(event))
    return draft
  }
  return { storage, stored, counted, load }
}

/** The draft as the tab's storage holds it. */
const storedDraft = (state: object) => JSON.stringify({ state, version: 0 })

const typed = {
  answers: formOf({ 'cover.startDate': '01/12/2026', 'driver.drivers.0.firstName': 'Aroha' }),
  draftState: { quoteId: 'q1' },
}

it('[SHELL-06] [PAY-07] counts a card purchase once, however often the page is reloaded', async () => {
  const { storage, counted, load } = tab()
  storage.setItem(draftStorageKey, storedDraft(typed))
  for (let visit = 0; visit < 3; visit += 1) {
    load('/cc-payment-success')
    await Promise.resolve()
  }
  expect(counted).toEqual([['policy_bought', { paymentMethod: 'Credit_Card' }]])
})

it('[SHELL-06] [PAY-06] does not count a purchase by bank, by the link of the e-mail, or in a tab that did not buy', async () => {
  const byBank = tab()
  byBank.storage.setItem(
    draftStorageKey,
    storedDraft({ ...typed, draftState: { ...typed.draftState, policyNumber: 'POL-1' } }),
  )
  byBank.load('/paymentsuccess')
  const byMail = tab()
  byMail.storage.setItem(draftStorageKey, storedDraft(typed))
  byMail.load('/paymentsuccess')
  const another = tab()
  another.load('/cc-payment-success')
  const otherQuote = tab()
  otherQuote.storage.setItem(draftStorageKey, storedDraft(typed))
  otherQuote.load('/cc-payment-success', 'q2')
  expect([byBank, byMail, another, otherQuote].flatMap(({ counted }) => counted)).toEqual([])
})

it('[PAY-06] [SHELL-14] keeps only the start of cover of the typed answers', () => {
  const { storage, load } = tab()
  storage.setItem(draftStorageKey, storedDraft(typed))
  const draft = load('/cc-payment-success')
  expect(draft.answers()).toEqual(formOf({ 'cover.startDate': '01/12/2026' }))
  expect(draft.state()).toEqual({ quoteId: 'q1', policyNumber: 'POL-1' })
})

it('[PAY-06] [QUOTE-08] keeps the agreed start, which after midnight is the day after the typed one, with every reload', () => {
  const { storage, load } = tab()
  const draftState = { ...typed.draftState, quote: { policyInceptionDate: '2026-12-02' } }
  storage.setItem(draftStorageKey, storedDraft({ ...typed, draftState }))
  for (let visit = 0; visit < 2; visit += 1)
    expect(load('/paymentsuccess').answers()).toEqual(formOf({ 'cover.startDate': '02/12/2026' }))
})

it('[PAY-06] does not use the start of another quote for the policy', () => {
  const { storage, load } = tab()
  storage.setItem(draftStorageKey, storedDraft(typed))
  expect(load('/paymentsuccess', 'q2').answers()).toEqual(formOf({}))
})
