/**
 * A hook that links a native checkbox to a YES or NO answer in the draft; used by switches and agreement
 * checkboxes.
 */

import { type RefObject, useEffect, useRef } from 'react'
import { type FieldPath, textAt } from '#journey/questions/quote-form.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { syncInput } from './sync-input.ts'

export interface CheckboxHandle {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly initial: boolean
  write(on: boolean): void
}

export function useCheckbox(field: FieldPath): CheckboxHandle {
  const draft = useDraft()
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const control = ref.current
    if (!control) return
    return syncInput(draft, field, control.checked ? 'YES' : '', answer => {
      control.checked = answer === 'YES'
    })
  }, [draft, field])
  return {
    ref,
    initial: textAt(draft.answers(), field) === 'YES',
    write: on => draft.setAnswer(field, on ? 'YES' : 'NO'),
  }
}
