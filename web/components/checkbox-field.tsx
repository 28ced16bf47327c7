/** Checkbox and switch fields, whose answer is YES or NO. */
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { useField } from './answers-context.ts'
import { ChoiceText, type ChoiceTexts, choiceAriaAttributes } from './choice-text.tsx'
import { FieldError, fieldId, useFieldDescription } from './field.tsx'

export function CheckboxField({ field, label }: { field: FieldPath; label: string }) {
  const id = fieldId(field)
  const described = useFieldDescription(field, false)
  const [answer, setAnswer] = useField(field)
  return (
    <div className={`stack gap-2 ${described['aria-invalid'] ? 'field-wrong' : ''}`}>
      <FieldError field={field} label={label} />
      <label className="choice-card" htmlFor={id}>
        <input
          {...choiceAriaAttributes(id, { label })}
          {...described}
          className="choice-check"
          type="checkbox"
          name={field}
          checked={answer === 'YES'}
          onChange={event => setAnswer(event.currentTarget.checked ? 'YES' : 'NO')}
        />
        <ChoiceText id={id} label={label} />
      </label>
    </div>
  )
}

interface SwitchFieldProps extends ChoiceTexts {
  readonly field: FieldPath
  readonly onChange?: (on: boolean) => void
}

/** A switch that takes effect at once. */
export function SwitchField({ field, onChange, ...texts }: SwitchFieldProps) {
  const [answer, setAnswer] = useField(field)
  const id = fieldId(field)
  return (
    <label className="cluster choice-switch-row" htmlFor={id}>
      <ChoiceText id={id} {...texts} />
      <input
        {...choiceAriaAttributes(id, texts)}
        className="choice-switch"
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
        role="switch"
        name={field}
        checked={answer === 'YES'}
        onChange={event => {
          setAnswer(event.currentTarget.checked ? 'YES' : 'NO')
          onChange?.(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
