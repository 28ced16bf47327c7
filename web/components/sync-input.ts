/** Synchronises a native control with its answer in the draft. Used by text fields, radios and checkboxes. */
import { type FieldPath, textAt } from '#journey/questions/quote-form.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'

/**
 * Stores what was answered before hydration, then shows every change.
 * @param early the answer given before hydration, if any
 * @returns a function that stops it
 */
export function syncInput(
  draft: Draft,
  field: FieldPath,
  early: string | undefined,
  show: (answer: string) => void,
): () => void {
  if (early && textAt(draft.answers(), field) === '') draft.setAnswer(field, early)
  const changed = () => show(textAt(draft.answers(), field))
  changed()
  return draft.subscribe(changed)
}
