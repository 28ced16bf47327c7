/** Checkbox and switch fields, whose answer is YES or NO. */

import type { ReactNode } from 'react'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { useAnswer, useDraft } from '#web/features/draft/draft-store.ts'
import styles from './choice.module.css'
import fieldStyles from './field.module.css'
import { FieldError, fieldId, useFieldDescription, useFieldError } from './field.tsx'

interface CheckboxFieldProps {
  readonly field: FieldPath
  readonly label: string
}

/** One statement the customer agrees to. */
export function CheckboxField({ field, label }: CheckboxFieldProps) {
  const described = useFieldDescription(field, false)
  const wrong = useFieldError(field) !== null
  const draft = useDraft()
  const isChecked = useAnswer(field) === 'YES'
  return (
    <div className={`stack gap-2 ${wrong ? fieldStyles.wrong : ''}`}>
      <FieldError field={field} label={label} />
      <label className={styles.card} htmlFor={described.id}>
        <input
          {...described}
          className={styles.check}
          type="checkbox"
          name={field}
          checked={isChecked}
          aria-labelledby={`${described.id}-name`}
          onChange={event => draft.setAnswer(field, event.currentTarget.checked ? 'YES' : 'NO')}
        />
        <span className={`stack ${styles.texts}`}>
          <span className={styles.name} id={`${described.id}-name`}>
            {label}
          </span>
        </span>
      </label>
    </div>
  )
}

interface SwitchFieldProps {
  readonly field: FieldPath
  readonly label: string
  readonly help?: ReactNode
  readonly amount?: ReactNode
  readonly onChange?: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function SwitchField({ field, label, help, amount, onChange }: SwitchFieldProps) {
  const draft = useDraft()
  const isOn = useAnswer(field) === 'YES'
  const id = fieldId(field)
  return (
    <label className={`cluster ${styles.switchRow}`} htmlFor={id}>
      <span className={`stack ${styles.texts}`}>
        <span className={styles.name} id={`${id}-name`}>
          {label}
        </span>
        {help ? (
          <span className={`muted small ${styles.help}`} id={`${id}-help`}>
            {help}
          </span>
        ) : null}
      </span>
      {amount ? (
        <span className={styles.amount} id={`${id}-amount`}>
          {amount}
        </span>
      ) : null}
      <input
        className={styles.switch}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
        role="switch"
        id={id}
        name={field}
        checked={isOn}
        aria-labelledby={`${id}-name`}
        aria-describedby={(amount ? `${id}-amount ` : '') + (help ? `${id}-help` : '') || undefined}
        onChange={event => {
          draft.setAnswer(field, event.currentTarget.checked ? 'YES' : 'NO')
          onChange?.(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
