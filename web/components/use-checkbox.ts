/** Ties a native checkbox to an answer of YES or NO in the draft, for switches and agreement boxes alike. */
import { type RefObject, useEffect, useRef } from 'react'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { keepInStep } from './sync-input.ts'

export interface Tick {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly initial: boolean
  write(on: boolean): void
}

export function useTick(field: string): Tick {
  const draft = useDraft()
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const control = ref.current
    if (!control) return
    return keepInStep(draft, field, control.checked ? 'YES' : '', answer => {
      control.checked = answer === 'YES'
    })
  }, [draft, field])
  return {
    ref,
    initial: draft.answers()[field] === 'YES',
    write: on => draft.setAnswer(field, on ? 'YES' : 'NO'),
  }
}
