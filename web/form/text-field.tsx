/** A one-line text question. */
import type { HTMLAttributes, ReactNode } from 'react'
import css from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { plainText, same, type TypingLimit, useNativeField, useTypingLimit } from './native-field.ts'

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
   */
  readonly transform?: (typed: string) => string
  /** Holds for single typed characters alone: a paste is never cut, and the form's check refuses what is too long. */
  readonly typingLimit?: TypingLimit
  readonly className?: string
  /** The field was left; a window that is left keeps its focus, and nothing was left there. */
  readonly onLeave?: () => void
  /** Off where a phone is not to put another word in the place of what was typed. */
  readonly autoCorrect?: 'off'
}

export function TextField(props: TextFieldProps) {
  const { field, label, hint, transform = same, className, onLeave } = props
  const described = useDescribed(field, Boolean(hint))
  const { ref, initial, write } = useNativeField<HTMLInputElement>(field, same, same, transform)
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
            rewrite(control, transform, isForwardDelete(event))
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
export function rewrite(control: Typed, transform: (typed: string) => string, forward = false): void {
  const { selectionStart, value } = control
  const text = transform(plainText(value))
  if (value === text) return
  const atEnd = selectionStart === null || selectionStart === value.length
  control.value = text
  if (atEnd) return
  const before = Math.min(transform(plainText(value.slice(0, selectionStart))).length, text.length)
  const caret = forward && text[before] === '-' ? before + 1 : before
  control.setSelectionRange(caret, caret)
}

const isForwardDelete = ({ nativeEvent }: { readonly nativeEvent: Event }): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentForward'
