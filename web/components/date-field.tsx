/** A date field for dd/mm/yyyy in one text control that inserts the slashes itself. */

import { type ReactNode, useRef } from 'react'
import type { FieldPath } from '#journey/questions/quote-form.ts'
import { formatDateInput, isWithinDate } from './date-input.ts'
import css from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { setValueKeepingCaret } from './text-field.tsx'
import { identity, useDraftField, useTypingLimit } from './use-draft-field.ts'

export interface DateFieldProps {
  readonly field: FieldPath
  readonly label: string
  readonly hint?: ReactNode
  readonly autoComplete?: string
  /** A calendar button beside the field. */
  readonly picker?: ReactNode
}

export function DateField({ field, label, hint, autoComplete, picker }: DateFieldProps) {
  const described = useDescribed(field, Boolean(hint))
  const { ref, initial, write } = useDraftField<HTMLInputElement>(field, identity, formatDateInput)
  useTypingLimit(ref, isWithinDate)
  const before = useRef(initial)
  return (
    <Field field={field} label={label} hint={hint}>
      <div className={css.line}>
        <input
          {...described}
          ref={ref}
          className={`${css.input} ${css.date}`}
          name={field}
          type="text"
          inputMode="numeric"
          defaultValue={initial}
          autoComplete={autoComplete ?? 'off'}
          spellCheck={false}
          autoCapitalize="off"
          enterKeyHint="next"
          onFocus={event => {
            before.current = event.currentTarget.value
          }}
          onChange={event => {
            const control = event.currentTarget
            const atEnd = control.selectionStart === null || control.selectionStart === control.value.length
            setValueKeepingCaret(control, typed => formatDateInput(typed, before.current, atEnd))
            before.current = control.value
            write(control.value)
          }}
        />
        {picker}
      </div>
    </Field>
  )
}
