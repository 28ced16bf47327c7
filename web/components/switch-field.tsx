/** A switch that takes effect at once: a native checkbox with the role of a switch. */

import type { ReactNode } from 'react'
import type { FieldPath } from '#journey/questions/quote-form.ts'
import css from './choice.module.css'
import { fieldId } from './field-errors.ts'
import { useCheckbox } from './use-checkbox.ts'

export interface SwitchFieldProps {
  readonly field: FieldPath
  readonly label: string
  readonly help?: ReactNode
  readonly amount?: ReactNode
  readonly onChange?: (on: boolean) => void
}

export function SwitchField({ field, label, help, amount, onChange }: SwitchFieldProps) {
  const { ref, initial, write } = useCheckbox(field)
  const id = fieldId(field)
  return (
    <label className={css.switchRow} htmlFor={id}>
      <span className={css.texts}>
        <span className={css.name} id={`${id}-name`}>
          {label}
        </span>
        {help ? (
          <span className={css.help} id={`${id}-help`}>
            {help}
          </span>
        ) : null}
      </span>
      {amount ? (
        <span className={css.amount} id={`${id}-amount`}>
          {amount}
        </span>
      ) : null}
      <input
        ref={ref}
        className={css.switch}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
        role="switch"
        id={id}
        name={field}
        defaultChecked={initial}
        aria-labelledby={`${id}-name`}
        aria-describedby={(amount ? `${id}-amount ` : '') + (help ? `${id}-help` : '') || undefined}
        onChange={event => {
          write(event.currentTarget.checked)
          onChange?.(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
