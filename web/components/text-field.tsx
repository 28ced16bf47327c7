/** A one-line text field, and the function that rewrites its text without moving the caret. */

import type { HTMLAttributes, ReactNode } from 'react'
import { type FieldPath, textAt } from '#journey/questions/quote-form.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import css from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { identity, type TypingLimit, toPlainText, useDraftField, useTypingLimit } from './use-draft-field.ts'

export interface TextFieldProps {
  readonly field: FieldPath
  readonly label: string
  readonly hint?: ReactNode
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string
  readonly autoCapitalize?: string
  readonly enterKeyHint?: HTMLAttributes<HTMLInputElement>['enterKeyHint']
  readonly placeholder?: string
  /**
   * Formats the typed text, given as plain text: upper case, groups of digits. Runs on every keystroke, and
   * again on the text before a caret in the middle.
   * @param before what the field showed until then
   * @param inserted the text that was pasted, dropped or autofilled at once; null for a key
   */
  readonly transform?: (typed: string, before: string, inserted: string | null) => string
  /**
   * Limits single typed characters only: a paste is never cut, and validation rejects text that is too long.
   */
  readonly typingLimit?: TypingLimit
  readonly className?: string
  /** The customer left the field. Not called when the window loses focus, because the field keeps its own. */
  readonly onLeave?: () => void
  /** 'off' where a phone must not replace typed words. */
  readonly autoCorrect?: 'off'
}

export function TextField(props: TextFieldProps) {
  const { field, label, hint, transform = identity, className, onLeave } = props
  const described = useDescribed(field, Boolean(hint))
  const draft = useDraft()
  const tidy = (text: string) => transform(text, '', text)
  const { ref, initial, write } = useDraftField<HTMLInputElement>(field, identity, identity, tidy)
  useTypingLimit(ref, props.typingLimit)
  return (
    <Field field={field} label={label} hint={hint} className={className}>
      <div className={css.line}>
        <input
          {...described}
          ref={ref}
          className={css.input}
          name={field}
          type="text"
          defaultValue={initial}
          inputMode={props.inputMode}
          autoComplete={props.autoComplete ?? 'off'}
          spellCheck={false}
          autoCorrect={props.autoCorrect}
          autoCapitalize={props.autoCapitalize ?? 'off'}
          enterKeyHint={props.enterKeyHint}
          placeholder={props.placeholder}
          onChange={event => {
            const control = event.currentTarget
            const before = textAt(draft.answers(), field)
            const inserted = insertedAtOnce(event.nativeEvent, control.value)
            setValueKeepingCaret(control, typed => transform(typed, before, inserted), isForwardDelete(event))
            write(control.value)
          }}
          onBlur={event => {
            if (document.activeElement !== event.currentTarget) onLeave?.()
          }}
        />
      </div>
    </Field>
  )
}

type Typed = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>

/**
 * Writes formatted text into the control; a caret in the middle stays after the text typed before it.
 * @param forward the Delete key: it skips a hyphen that formatting restores, as Backspace does in the other
 * direction
 */
export function setValueKeepingCaret(
  control: Typed,
  transform: (typed: string) => string,
  forward = false,
): void {
  const { selectionStart, value } = control
  const text = transform(toPlainText(value))
  if (value === text) return
  const atEnd = selectionStart === null || selectionStart === value.length
  control.value = text
  if (atEnd) return
  const behind = value.slice(selectionStart)
  // The typed character was rejected: the text after the caret stays there.
  const isRefused = text.length < value.length && text.endsWith(behind)
  const before = isRefused
    ? text.length - behind.length
    : Math.min(transform(toPlainText(value.slice(0, selectionStart))).length, text.length)
  const caret = forward && text[before] === '-' ? before + 1 : before
  control.setSelectionRange(caret, caret)
}

/** The inserted text; null for a key. Autofill and undo report no text: then the whole value. */
function insertedAtOnce(event: Event, value: string): string | null {
  if (!(event instanceof InputEvent)) return value
  const { inputType, data } = event
  const isKey = data?.length === 1 || inputType.startsWith('delete') || inputType === 'insertCompositionText'
  return isKey ? null : (data ?? value)
}

const isForwardDelete = ({ nativeEvent }: { readonly nativeEvent: Event }): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentForward'
