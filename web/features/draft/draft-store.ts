/**
 * The draft: the customer's answers and the call results of this tab, with the hooks that read them. It
 * survives a reload; bank details do not.
 */

import {
  createContext,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Answers } from '#journey/questions/validation-error.ts'
import { nextPaint } from '#web/lib/after-paint.tsx'
import { useRequiredContext } from '#web/lib/use-required-context.ts'
import type { DraftState, DraftStatePatch } from './draft-state.ts'
import { createPendingLookups, type PendingLookups } from './pending-lookups.ts'
import { draftStorageKey } from './storage-key.ts'

/** For `setAnswers`: undefined deletes. */
export type AnswersPatch = Readonly<Record<string, string | undefined>>

export interface Draft {
  answers(): Answers
  state(): DraftState
  setAnswer(field: string, value: string): void
  /** Several at once. */
  setAnswers(patch: AnswersPatch): void
  setState(patch: DraftStatePatch): void
  /** Forgets everything, in the tab's storage too. */
  clear(): void
  /** Calls back after every change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Merges what an earlier load of this tab stored, unless it is another quote. Current values win. */
  restore(): void
  /** The look-ups that are running for these answers. */
  readonly pendingLookups: PendingLookups
}

/**
 * Bank details live in memory alone, and so does what was ticked about them: never in any storage (SHELL-14). A test holds
 * this to `bankFields`, which came with a file that only step 5 needs.
 */
const neverStored: readonly string[] = ['accountName', 'accountNumber', 'accountAuthorizer', 'authorised']

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const patched = <T extends object>(before: T, patch: object): T =>
  Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined)) as T

/** @param storage the tab's; null where there is none (on the server, or where the browser forbids it) */
export function createDraft(storage: DraftStorage | null): Draft {
  let answers: Answers = {}
  let draftState: DraftState = {}
  let saving = false
  const listeners = new Set<() => void>()

  const save = () => {
    saving = false
    const kept = Object.fromEntries(Object.entries(answers).filter(([field]) => !neverStored.includes(field)))
    try {
      storage?.setItem(draftStorageKey, JSON.stringify({ answers: kept, draftState }))
    } catch {
      // If storage is full or blocked, only the restore after a reload is lost.
    }
  }
  const changed = () => {
    if (storage && !saving) {
      saving = true
      queueMicrotask(save)
    }
    for (const listener of [...listeners]) listener()
  }

  return {
    answers: () => answers,
    state: () => draftState,
    setAnswer(field, value) {
      if (answers[field] === value) return
      answers = { ...answers, [field]: value }
      changed()
    },
    setAnswers(patch) {
      if (Object.entries(patch).every(([field, value]) => answers[field] === value)) return
      answers = patched(answers, patch)
      changed()
    },
    setState(patch) {
      if (Object.entries(patch).every(([fact, value]) => draftState[fact as keyof DraftState] === value))
        return
      draftState = patched(draftState, patch)
      changed()
    },
    clear() {
      answers = {}
      draftState = {}
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    restore() {
      const stored = readStored(storage)
      if (!stored) return
      // Restored from bfcache after this tab moved to another quote: do not merge the two.
      if (!draftState.quoteId || draftState.quoteId === stored.draftState.quoteId) {
        const both = { ...stored.answers, ...answers }
        // A page restored from bfcache has all answers: keep the same object, so that nothing counts as
        // changed.
        if (Object.keys(both).length > Object.keys(answers).length) answers = both
        draftState = { ...stored.draftState, ...draftState }
      }
      changed()
    },
    pendingLookups: createPendingLookups(),
  }
}

function readStored(storage: DraftStorage | null): { answers: Answers; draftState: DraftState } | null {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(draftStorageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('answers' in stored) || !('draftState' in stored))
      return null
    return stored as { answers: Answers; draftState: DraftState }
  } catch {
    return null
  }
}

export const DraftContext = createContext<Draft | null>(null)

export const useDraft = (): Draft => useRequiredContext(DraftContext, 'draft')

/** The answer of one field; '' while there is none. */
export function useAnswer(field: string): string {
  const draft = useDraft()
  return useSyncExternalStore(
    draft.subscribe,
    () => draft.answers()[field] ?? '',
    () => '',
  )
}

const noAnswers: Answers = {}
const noFacts: DraftState = {}

/**
 * What `of` makes of the answers. Its component is drawn anew only when that says something else: a screen that hangs on
 * one answer is left alone while others are typed.
 */
export function useAnswersSelector<T extends string | number | boolean | null | readonly (string | number)[]>(
  of: (answers: Answers) => T,
): T {
  const draft = useDraft()
  const last = useRef<{ readonly text: string; readonly value: T }>(null)
  const read = (answers: Answers): T => {
    const value = of(answers)
    const text = JSON.stringify(value)
    if (last.current?.text !== text) last.current = { text, value }
    return last.current.value
  }
  return useSyncExternalStore(
    draft.subscribe,
    () => read(draft.answers()),
    () => read(noAnswers),
  )
}

export function useAnswers(): Answers {
  const draft = useDraft()
  return useSyncExternalStore(
    draft.subscribe,
    draft.answers,
    useCallback(() => noAnswers, []),
  )
}

/** A value selected from the draft state; the component renders again only when that value changes. */
export function useDraftState<T extends DraftState[keyof DraftState]>(of: (draftState: DraftState) => T): T {
  const draft = useDraft()
  return useSyncExternalStore(
    draft.subscribe,
    () => of(draft.state()),
    () => of(noFacts),
  )
}

let coming: Promise<void> | null = null
/** Shared by all components that wait for the same paint, so that they render together. */
const comingPicture = (): Promise<void> => {
  coming ??= nextPaint().then(() => {
    coming = null
  })
  return coming
}

/** The value of `read`, updated after the paint that follows a click, as a transition. */
function useSoon<T>(read: () => T): T {
  const draft = useDraft()
  const [value, setValue] = useState(read)
  useEffect(() => {
    const catchUp = () => startTransition(() => setValue(read))
    catchUp()
    return draft.subscribe(() => void comingPicture().then(catchUp))
  }, [draft, read])
  return value
}

/** The answers, updated one paint late: for other prices, lists and sums. */
export const useDeferredAnswers = (): Answers => useSoon(useDraft().answers)

export const useDeferredDraftState = (): DraftState => useSoon(useDraft().state)
