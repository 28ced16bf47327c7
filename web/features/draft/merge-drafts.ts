/** Merges a stored draft into the current one. The draft store uses it to restore a tab. */

import { emptyQuoteForm, type QuoteForm } from '#journey/questions/quote-form.ts'
import type { DraftState } from './draft-state.ts'

interface Drafts {
  readonly answers: QuoteForm
  readonly draftState: DraftState
}

/**
 * The own texts, and the other ones where an own text is empty. A list that nothing was typed in is taken as
 * a whole; of any other list the own length stays.
 */
export function mergeTexts<T>(own: T, other: T, blank: T): T {
  if (typeof own === 'string') return own === '' ? other : own
  if (Array.isArray(own) && Array.isArray(other) && Array.isArray(blank)) {
    if (JSON.stringify(own) === JSON.stringify(blank)) return other
    const merged = own.map((item, index) => mergeTexts(item, other[index] ?? item, blank[0]))
    return merged as T
  }
  if (typeof own !== 'object' || own === null) return own ?? other
  const entries = Object.entries(own).map(([key, value]) => [
    key,
    mergeTexts(value, other[key as keyof T] ?? value, blank?.[key as keyof T]),
  ])
  return Object.fromEntries(entries) as T
}

const isDrafts = (stored: unknown): stored is Drafts =>
  typeof stored === 'object' && stored !== null && 'answers' in stored && 'draftState' in stored

/** The current draft with what was stored. Current values win, and another quote is not mixed in. */
export function mergeDrafts<T extends Drafts>(current: T, stored: unknown): T {
  if (!isDrafts(stored)) return current
  const { quoteId } = current.draftState
  // Restored from bfcache after this tab moved to another quote: do not merge the two.
  if (quoteId && quoteId !== stored.draftState.quoteId) return { ...current }
  const answers = mergeTexts(current.answers, stored.answers, emptyQuoteForm)
  // A page restored from bfcache has all answers: keep the same object, so that nothing counts as changed.
  const isSame = JSON.stringify(answers) === JSON.stringify(current.answers)
  return {
    ...current,
    answers: isSame ? current.answers : answers,
    draftState: { ...stored.draftState, ...current.draftState },
  }
}
