/**
 * A field for whole dollars: digits while the customer types, '$15,000' after step 1's field is left. The
 * answer holds bare digits. Focusing changes nothing: rewriting would drop a selection that typing should
 * replace.
 */

import { type ReactNode, useMemo, useRef } from 'react'
import { stripMoney } from '#journey/car-value.ts'
import type { FieldPath } from '#journey/questions/quote-form.ts'
import css from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { formatMoneyInput, groupedMoney, moneyTypingLimit } from './money-input.ts'
import { setValueKeepingCaret } from './text-field.tsx'
import { identity, useDraftField, useTypingLimit } from './use-draft-field.ts'

export interface MoneyFieldProps {
  readonly field: FieldPath
  readonly label: string
  readonly hint?: ReactNode
  /**
   * Maximum length of the typed text, without sign, commas and cents; a longer paste is shown and rejected.
   */
  readonly maxLength: number
  /** Allows only digits (step 3). Step 1 keeps what was typed, to explain the error. */
  readonly digitsOnly?: boolean
}

export function MoneyField({ field, label, hint, maxLength, digitsOnly = false }: MoneyFieldProps) {
  const described = useDescribed(field, Boolean(hint))
  const shown = digitsOnly ? identity : groupedMoney
  const { ref, initial, write } = useDraftField<HTMLInputElement>(field, shown, stripMoney)
  useTypingLimit(
    ref,
    useMemo(() => moneyTypingLimit(maxLength, digitsOnly), [maxLength, digitsOnly]),
  )
  const before = useRef(initial)
  return (
    <Field field={field} label={label} hint={hint}>
      <input
        {...described}
        ref={ref}
        className={`${css.input} ${css.money}`}
        name={field}
        type="text"
        inputMode="numeric"
        defaultValue={initial}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        enterKeyHint="done"
        onFocus={event => {
          before.current = event.currentTarget.value
        }}
        onChange={event => {
          const control = event.currentTarget
          setValueKeepingCaret(control, typed => formatMoneyInput(typed, before.current))
          before.current = control.value
          write(stripMoney(control.value))
        }}
        onBlur={event => {
          event.currentTarget.value = shown(stripMoney(event.currentTarget.value))
        }}
      />
    </Field>
  )
}
