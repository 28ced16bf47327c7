/**
 * The React context of the store with the form answers, and the hook that reads and sets a field. The application's draft is the
 * store; it also tracks running look-ups.
 */
import { useSyncExternalStore } from 'react'
import { type FieldPath, type FormAnswers, getFieldValue } from '#journey/questions/form-answers.ts'
import { createRequiredContext } from '#web/lib/required-context.ts'

export interface AnswersStore {
  answers(): FormAnswers
  setAnswer(field: FieldPath, text: string): void
  /** Calls back after every change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  readonly pendingLookups: PendingLookups
}

/**
 * The look-ups that are running, by field. A form waits for them: a customer who picks an address and clicks Next at once
 * has made no mistake.
 */
export interface PendingLookups {
  /** Returns the same promise; `field` counts as pending until it settles. */
  track<T>(field: string, work: Promise<T>): Promise<T>
  isPending(field: string): boolean
  /** Resolves when the first running look-up settles; null when none is running. */
  nextSettled(): Promise<void> | null
}

export const [AnswersContext, useAnswersStore] = createRequiredContext<AnswersStore>('answers')

/** The text of a field and its setter. The server renders every field empty, and so does the hydration. */
export function useField(field: FieldPath): readonly [answer: string, setAnswer: (text: string) => void] {
  const { answers, setAnswer, subscribe } = useAnswersStore()
  const answer = useSyncExternalStore(
    subscribe,
    () => getFieldValue(answers(), field),
    () => '',
  )
  return [answer, text => setAnswer(field, text)]
}
