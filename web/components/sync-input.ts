/** Keeps what a native control shows and the draft's answer the same. Text fields, radios and ticks rely on it. */
import type { Draft } from '#web/features/draft/draft-store.ts'

/**
 * Takes over what was answered before the script arrived, then shows every change.
 * @param early that answer, if any was given
 * @returns how to stop
 */
export function syncInput(
  draft: Draft,
  field: string,
  early: string | undefined,
  show: (answer: string) => void,
): () => void {
  if (early && draft.answers()[field] === undefined) draft.setAnswer(field, early)
  const changed = () => show(draft.answers()[field] ?? '')
  changed()
  return draft.subscribe(changed)
}
