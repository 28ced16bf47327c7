/** The single-line text field, on which the fields for dates, money and e-mail addresses are built. */
import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { toHalfWidth } from '#journey/typed-text.ts'
import { useField } from './answers-context.ts'
import { Field, type FieldProps, useFieldDescription } from './field.tsx'

export interface TextFieldProps extends Pick<FieldProps, 'field' | 'label' | 'hint' | 'className'> {
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string
  readonly autoCapitalize?: string
  /** 'off' where a phone must not replace typed words. */
  readonly autoCorrect?: 'off'
  readonly enterKeyHint?: HTMLAttributes<HTMLInputElement>['enterKeyHint']
  readonly placeholder?: string
  /**
   * Formats the typed text, given as plain text: upper case, groups of digits. Runs on every keystroke, and
   * again on the text before a caret in the middle.
   * @param before what the field showed until then
   * @param inserted the text that was pasted, dropped or autofilled at once; null for a key
   * @param isAtEnd whether the change was made at the end of the text
   */
  readonly transform?: (typed: string, before: string, inserted: string | null, isAtEnd: boolean) => string
  /** Limits single typed characters only: a paste is never cut, and validation rejects text that is too long. */
  readonly typingLimit?: TypingLimit
  readonly shown?: ((answer: string) => string) | undefined
  readonly read?: (text: string) => string
  /** The customer left the field. Not called when the window loses focus, because the field keeps its own. */
  readonly onLeave?: () => void
  /** Narrower field with digits of equal width, for dates and amounts. */
  readonly isShort?: boolean
  readonly children?: ReactNode
}

const identity = (text: string): string => text

export function TextField(props: TextFieldProps) {
  const { field, label, hint, transform = identity, shown = identity, read = identity } = props
  const described = useFieldDescription(field, Boolean(hint))
  const [answer, setAnswer] = useField(field)
  const input = useRef<HTMLInputElement>(null)
  /** The text as typed, until the field is left or its answer changes from elsewhere. */
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed !== null && read(typed) === answer ? typed : shown(answer)
  const write = (next: string) => {
    setTyped(next)
    setAnswer(read(next))
  }
  // Text that was typed or autofilled before hydration, in a field without an answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration
  useLayoutEffect(() => {
    const early = toPlainText(input.current?.value ?? '')
    if (early && !answer) write(transform(early, '', early, true))
  }, [])
  useTypingLimit(input, props.typingLimit)
  return (
    <Field field={field} label={label} hint={hint} className={props.className}>
      <div className="row gap-2">
        <input
          {...described}
          ref={input}
          className={`field-input ${props.isShort ? 'field-short' : ''}`}
          name={field}
          type="text"
          value={text}
          inputMode={props.inputMode}
          autoComplete={props.autoComplete ?? 'off'}
          spellCheck={false}
          autoCorrect={props.autoCorrect}
          autoCapitalize={props.autoCapitalize ?? 'off'}
          enterKeyHint={props.enterKeyHint ?? 'next'}
          placeholder={props.placeholder}
          onChange={event => {
            const control = event.currentTarget
            const inserted = insertedAtOnce(event.nativeEvent, control.value)
            const isAtEnd = control.selectionStart === null || control.selectionStart === control.value.length
            const format = (typed: string) => transform(typed, text, inserted, isAtEnd)
            setValueKeepingCaret(control, format, isForwardDelete(event.nativeEvent))
            write(control.value)
          }}
          onBlur={event => {
            setTyped(null)
            if (document.activeElement !== event.currentTarget) props.onLeave?.()
          }}
        />
        {props.children}
      </div>
    </Field>
  )
}

/**
 * Replaces characters that other pages, tables, word processors and input methods add: tabs, no-break spaces,
 * look-alike hyphens, minus signs and apostrophes, full-width letters and digits. Removes invisible
 * characters, which every call rejects: direction marks, controls, lone surrogates.
 */
export const toPlainText = (text: string): string =>
  toHalfWidth(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s/g, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/‘/g, '’')

/**
 * Writes formatted text into the control before React does, so that the caret stays after the text typed before it.
 * @param forward the Delete key: it skips a hyphen that formatting restores, as Backspace does in the other
 * direction
 */
export function setValueKeepingCaret(
  control: Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>,
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

const isForwardDelete = (event: Event): boolean =>
  event instanceof InputEvent && event.inputType === 'deleteContentForward'

/** True if the field accepts one more typed character. */
export type TypingLimit = (text: string, character: string) => boolean

/**
 * Rejects characters typed beyond a limit. Pasted, dropped, dictated or autofilled text stays whole: cut, it
 * could be another valid value. `maxlength` would cut it.
 */
function useTypingLimit(input: RefObject<HTMLInputElement | null>, isWithin: TypingLimit | undefined): void {
  const check = useEffectEvent((event: InputEvent) => {
    const { selectionStart: caret, selectionEnd, value } = event.currentTarget as HTMLInputElement
    if (!isWithin || event.inputType !== 'insertText' || event.data?.length !== 1) return
    if (caret === null || caret !== selectionEnd) return
    if (!isWithin(value.slice(0, caret) + event.data + value.slice(caret), event.data)) event.preventDefault()
  })
  useEffect(() => {
    const control = input.current
    const listener = (event: InputEvent) => check(event)
    control?.addEventListener('beforeinput', listener)
    return () => control?.removeEventListener('beforeinput', listener)
  }, [input])
}
