/** The draft: the answers and call results of this tab in one store, which survives a reload, and its hooks. */
import { useDeferredValue } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { useShallow } from 'zustand/react/shallow'
import {
  emptyBank,
  emptyFormAnswers,
  type FieldPath,
  type FormAnswers,
  getFieldValue,
  setFieldValue,
} from '#journey/questions/form-answers.ts'
import type { AnswersStore, PendingLookups } from '#web/components/answers-context.ts'
import { attempt } from '#web/lib/attempt.ts'
import { createRequiredContext } from '#web/lib/required-context.ts'
import type { DraftState, DraftStatePatch } from './draft-state.ts'
import { draftStorageKey } from './storage-key.ts'

interface DraftContents {
  readonly answers: FormAnswers
  readonly draftState: DraftState
}

export interface Draft extends AnswersStore {
  readonly store: StoreApi<DraftContents>
  state(): DraftState
  /** A section keeps the answers that its patch does not name. */
  setAnswers(patch: { readonly [Section in keyof FormAnswers]?: Partial<FormAnswers[Section]> }): void
  setState(patch: DraftStatePatch): void
  /** Forgets everything, in the tab's storage too. */
  clear(): void
  /** Merges what an earlier load of this tab stored, unless it is another quote. Current values win. */
  restore(): void
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const empty: DraftContents = { answers: emptyFormAnswers, draftState: {} }

/**
 * Writes once after all changes of a task: several changes belong together, and the restore of a page load
 * comes after the fields that were filled before it.
 * @param storage the tab's; null on the server, or where the browser forbids it
 */
function draftStorage(storage: TabStorage | null): PersistStorage<DraftContents> {
  let unsaved: string | null = null
  return {
    getItem: name => attempt(() => JSON.parse(storage?.getItem(name) ?? 'null')),
    setItem(name, contents) {
      if (unsaved === null)
        queueMicrotask(() => {
          // If it cannot be stored, only the restore after a reload is lost.
          attempt(() => storage?.setItem(name, unsaved ?? ''))
          unsaved = null
        })
      unsaved = JSON.stringify(contents)
    },
    removeItem: name => storage?.removeItem(name),
  }
}

/** The current texts, and the stored ones where a current text is empty. Only a list without any text changes its length. */
export function mergeFormValues<T>(current: T, stored: T, blank: T): T {
  if (typeof current === 'string') return current === '' ? stored : current
  if (Array.isArray(current) && Array.isArray(stored) && Array.isArray(blank)) {
    if (JSON.stringify(current) === JSON.stringify(blank)) return stored
    const merged = current.map((item, index) => mergeFormValues(item, stored[index] ?? item, blank[0]))
    return merged as T
  }
  if (typeof current !== 'object' || current === null) return current ?? stored
  const entries = Object.entries(current).map(([key, value]) => [
    key,
    mergeFormValues(value, stored[key as keyof T] ?? value, blank?.[key as keyof T]),
  ])
  return Object.fromEntries(entries) as T
}

const isDraft = (stored: unknown): stored is DraftContents =>
  typeof stored === 'object' && stored !== null && 'answers' in stored && 'draftState' in stored

/** The current draft with what was stored. Current values win, and another quote is not mixed in. */
function mergeDrafts(current: DraftContents, stored: unknown): DraftContents {
  if (!isDraft(stored)) return current
  const { quoteId } = current.draftState
  // Restored from bfcache after this tab moved to another quote: the two are not merged.
  if (quoteId && quoteId !== stored.draftState.quoteId) return { ...current }
  const answers = mergeFormValues(current.answers, stored.answers, emptyFormAnswers)
  // A page restored from bfcache has all answers: keep the same object, so that nothing counts as changed.
  const isSame = JSON.stringify(answers) === JSON.stringify(current.answers)
  return {
    answers: isSame ? current.answers : answers,
    draftState: { ...stored.draftState, ...current.draftState },
  }
}

/** The object with the new values; the same object if nothing changes. A value of undefined removes its key. */
function patched<T extends object>(before: T, patch: object): T {
  if (Object.entries(patch).every(([key, value]) => before[key as keyof T] === value)) return before
  return Object.fromEntries(
    Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined),
  ) as T
}

function createPendingLookups(): PendingLookups {
  const running = new Map<Promise<void>, string>()
  return {
    track(field, work) {
      const end: Promise<void> = work.then(
        () => void running.delete(end),
        () => void running.delete(end),
      )
      running.set(end, field)
      return work
    },
    isPending: field => [...running.values()].includes(field),
    nextSettled: () => (running.size > 0 ? Promise.race(running.keys()) : null),
  }
}

/** @param storage the tab's; null where there is none */
export function createDraft(storage: TabStorage | null): Draft {
  const tabStorage = draftStorage(storage)
  const store = createStore<DraftContents>()(
    persist(() => empty, {
      name: draftStorageKey,
      storage: tabStorage,
      skipHydration: true,
      partialize: ({ answers, draftState }) => ({
        answers: { ...answers, payment: { ...answers.payment, bank: emptyBank } },
        draftState,
      }),
      merge: (stored, current) => mergeDrafts(current, stored),
    }),
  )
  const { getState, setState } = store
  const setAnswers = (answers: FormAnswers) => {
    if (answers !== getState().answers) setState({ answers })
  }
  return {
    store,
    answers: () => getState().answers,
    state: () => getState().draftState,
    setAnswer(field, text) {
      const { answers } = getState()
      if (getFieldValue(answers, field) !== text) setAnswers(setFieldValue(answers, field, text))
    },
    setAnswers(patch) {
      const { answers } = getState()
      const sections = Object.entries(patch).map(([section, values]) => [
        section,
        patched(answers[section as keyof FormAnswers], values),
      ])
      setAnswers(patched(answers, Object.fromEntries(sections)))
    },
    setState(patch) {
      const { draftState } = getState()
      const next = patched(draftState, patch)
      if (next !== draftState) setState({ draftState: next })
    },
    clear: () => setState(empty),
    subscribe: store.subscribe,
    restore() {
      if (tabStorage.getItem(draftStorageKey) === null) return
      void store.persist.rehydrate()
      // Restoring alone writes nothing: the tab may hold another quote's draft by now.
      setState({})
    },
    pendingLookups: createPendingLookups(),
  }
}

export const [DraftContext, useDraft] = createRequiredContext<Draft>('draft')

export const useAnswer = (field: FieldPath): string =>
  useDraftSelector(answers => getFieldValue(answers, field))

export const useAnswers = (): FormAnswers => useStore(useDraft().store, ({ answers }) => answers)

export const useDraftState = <T>(select: (draftState: DraftState) => T): T =>
  useDraftSelector((_, draftState) => select(draftState))

/** A value selected from the answers and the state; the component renders again only when that value changes. */
export const useDraftSelector = <T>(select: (answers: FormAnswers, draftState: DraftState) => T): T =>
  useStore(
    useDraft().store,
    useShallow(({ answers, draftState }) => select(answers, draftState)),
  )

/** The answers, updated after the result of a click is on the screen: for other prices, lists and sums. */
export const useDeferredAnswers = (): FormAnswers => useDeferredValue(useAnswers())

/** The draft state, updated like `useDeferredAnswers`. */
export const useDeferredDraftState = (): DraftState =>
  useDeferredValue(useStore(useDraft().store, ({ draftState }) => draftState))
