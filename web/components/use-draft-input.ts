/**
 * Ties one native, uncontrolled control to its answer in the draft. What was typed before the script arrived is taken
 * over, and an answer that changes from elsewhere is shown. Who types has the caret left alone, unless what is kept is
 * written otherwise than typed: that is for the field to rewrite first, with `rewrite`.
 */
import { type RefObject, useEffect, useRef } from 'react'
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
 * A tab, or a blank that may not break, comes from another page or a table; nobody sees that it is no plain blank. Marks
 * of direction, controls and halves of letters are not seen at all, and refused by every call. Word processors write
 * hyphens, minus signs and apostrophes that look like those of a keyboard; input methods write letters and digits twice as wide.
 */
export const toPlainText = (text: string): string =>
  halfWidth(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/‘/g, '’')

/**
 * @param shown how an answer looks in the control while nobody types in it
 * @param read what a control's text means as an answer
 * @param tidy the same for what was typed or pasted before the script arrived
 */
export function useDraftInput<E extends TextControl>(
  field: string,
  shown: (answer: string) => string = identity,
  read: (text: string) => string = identity,
  tidy = read,
): DraftInput<E> {
  const draft = useDraft()
  const ref = useRef<E>(null)
  const tidyFirst = useRef(tidy)
  const answer = draft.answers()[field] ?? ''
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

/** What a text would be with one more typed character; true where the field takes it. A constant, as an effect depends on it. */
export type TypingLimit = (text: string, character: string) => boolean

/**
 * Leaves out a character that is typed beyond a limit. What is pasted, dropped, dictated or filled in comes whole: cut, it could
 * be another valid value. `maxlength` would cut it.
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
