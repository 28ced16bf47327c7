/**
 * Hooks that link a native, uncontrolled control to its answer in the draft. They store text that was typed before
 * hydration, and show changes from elsewhere. `rewrite` changes the typed text before it is stored; only then does the
 * caret move.
 */

import { type RefObject, useEffect, useRef } from 'react'
import { type FieldPath, textAt } from '#journey/questions/quote-form.ts'
import { halfWidth } from '#journey/typed-text.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { syncInput } from './sync-input.ts'

export interface TextControl {
  value: string
}

export interface DraftInput<E extends TextControl> {
  readonly ref: RefObject<E | null>
  readonly initial: string
  write(answer: string): void
}

export const identity = (text: string): string => text

/**
 * Replaces characters that other pages, tables, word processors and input methods add: tabs, no-break spaces,
 * look-alike hyphens, minus signs and apostrophes, full-width letters and digits. Removes invisible
 * characters, which every call rejects: direction marks, controls, lone surrogates.
 */
export const toPlainText = (text: string): string =>
  halfWidth(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/‘/g, '’')

/**
 * @param shown how an answer looks in the control while the customer does not type
 * @param read reads the control's text as an answer
 * @param tidy the same for text typed or pasted before hydration
 */
export function useDraftField<E extends TextControl>(
  field: FieldPath,
  shown: (answer: string) => string = identity,
  read: (text: string) => string = identity,
  tidy = read,
): DraftInput<E> {
  const draft = useDraft()
  const ref = useRef<E>(null)
  const tidyFirst = useRef(tidy)
  const answer = textAt(draft.answers(), field)
  useEffect(() => {
    const control = ref.current
    if (!control) return
    const early = tidyFirst.current(toPlainText(control.value))
    control.value = shown(early)
    return syncInput(draft, field, early, current => {
      if (read(control.value) !== current) control.value = shown(current)
    })
  }, [draft, field, shown, read])
  return { ref, initial: shown(answer), write: text => draft.setAnswer(field, toPlainText(text)) }
}

/**
 * True if the field accepts one more typed character. Must be a constant, because an effect depends on it.
 */
export type TypingLimit = (text: string, character: string) => boolean

/**
 * Rejects characters typed beyond a limit. Pasted, dropped, dictated or autofilled text stays whole: cut, it
 * could be another valid value. `maxlength` would cut it.
 */
export function useTypingLimit(
  ref: RefObject<HTMLInputElement | null>,
  isWithin: TypingLimit | undefined,
): void {
  useEffect(() => {
    const control = ref.current
    if (!control || !isWithin) return
    const check = (event: InputEvent) => {
      const { selectionStart: caret, selectionEnd, value } = control
      if (event.inputType !== 'insertText' || event.data?.length !== 1) return
      if (caret === null || caret !== selectionEnd) return
      if (!isWithin(value.slice(0, caret) + event.data + value.slice(caret), event.data))
        event.preventDefault()
    }
    control.addEventListener('beforeinput', check)
    return () => control.removeEventListener('beforeinput', check)
  }, [ref, isWithin])
}
