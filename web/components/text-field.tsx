/** A one-line text question. */
import type { HTMLAttributes, ReactNode } from 'react'
import { useDraft } from '#web/features/draft/draft-store.ts'
import css from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { identity, type TypingLimit, toPlainText, useDraftInput, useTypingLimit } from './use-draft-input.ts'

export interface TextFieldProps {
  readonly field: string
  readonly label: string
  readonly hint?: ReactNode
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string
  readonly autoCapitalize?: string
  readonly enterKeyHint?: HTMLAttributes<HTMLInputElement>['enterKeyHint']
  readonly placeholder?: string
  /**
   * What the field shows for what was typed, as plain text: upper case, groups of digits. Runs on every keystroke, and once more
   * on what stands before a caret in the middle.
   * @param before what the field showed until then
   * @param inserted the text that was pasted, dropped or filled in at once; null for a key
   */
  readonly transform?: (typed: string, before: string, inserted: string | null) => string
  /** Holds for single typed characters alone: a paste is never cut, and the form's check refuses what is too long. */
  readonly typingLimit?: TypingLimit
  readonly className?: string
  /** The field was left; a window that is left keeps its focus, and nothing was left there. */
  readonly onLeave?: () => void
  /** Off where a phone is not to put another word in the place of what was typed. */
  readonly autoCorrect?: 'off'
}

export function TextField(props: TextFieldProps) {
  const { field, label, hint, transform = identity, className, onLeave } = props
  const described = useDescribed(field, Boolean(hint))
  const draft = useDraft()
  const tidy = (text: string) => transform(text, '', text)
  const { ref, initial, write } = useDraftInput<HTMLInputElement>(field, identity, identity, tidy)
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
            const before = draft.answers()[field] ?? ''
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
 * Puts a reworked text into the control, plain in any case; a caret in the middle stays behind what was typed before it.
 * @param forward the Delete key: it runs over a hyphen that we put back, as Backspace does the other way
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
  // What was typed was not taken: what stands behind the caret stays there.
  const isRefused = text.length < value.length && text.endsWith(behind)
  const before = isRefused
    ? text.length - behind.length
    : Math.min(transform(toPlainText(value.slice(0, selectionStart))).length, text.length)
  const caret = forward && text[before] === '-' ? before + 1 : before
  control.setSelectionRange(caret, caret)
}

/** Null for a key. What a browser fills in or undoes is told without its text: then it is all of it. */
function insertedAtOnce(event: Event, value: string): string | null {
  if (!(event instanceof InputEvent)) return value
  const { inputType, data } = event
  const isKey = data?.length === 1 || inputType.startsWith('delete') || inputType === 'insertCompositionText'
  return isKey ? null : (data ?? value)
}

const isForwardDelete = ({ nativeEvent }: { readonly nativeEvent: Event }): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentForward'
