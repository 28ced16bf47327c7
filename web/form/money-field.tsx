/**
 * Whole dollars: bare digits once somebody types, '$15,000' once step 1's field is left. The answer is always the bare text.
 * Coming in changes nothing: a text rewritten under a selection would be typed into, not over.
 */
import type { ReactNode } from 'react'
import css from './field.module.css'
import { Field, useDescribed } from './field.tsx'
import { bareMoney, groupedMoney, typeMoney, wholeDollars } from './money-typing.ts'
import { same, useNativeField } from './native-field.ts'
import { rewrite } from './text-field.tsx'

export interface MoneyFieldProps {
  readonly field: string
  readonly label: string
  readonly hint?: ReactNode
  /** Of the bare text, without sign and commas. */
  readonly maxLength: number
  /** Take nothing but digits, and show them so (step 3); step 1 keeps what was typed, to say what is wrong with it. */
  readonly digitsOnly?: boolean
}

export function MoneyField({ field, label, hint, maxLength, digitsOnly = false }: MoneyFieldProps) {
  const described = useDescribed(field, Boolean(hint))
  const [shown, read] = digitsOnly ? [same, wholeDollars] : [groupedMoney, bareMoney]
  const { ref, initial, write } = useNativeField<HTMLInputElement>(field, shown, read)
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
        onChange={event => {
          rewrite(event.currentTarget, typed => typeMoney(typed, maxLength, digitsOnly))
          write(read(event.currentTarget.value))
        }}
        onBlur={event => {
          event.currentTarget.value = shown(read(event.currentTarget.value))
        }}
      />
    </Field>
  )
}
