/** A native select field for a choice from a long list. */
import { layoutText } from '#web/content/layout.ts'
import { useField } from './answers-context.ts'
import { Field, type FieldProps, useFieldDescription } from './field.tsx'

export interface SelectFieldProps extends Pick<FieldProps, 'field' | 'label' | 'hint'> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose?: (value: string) => void
  readonly autoComplete?: string
  /** The first, empty option; null for none (a list with a default). */
  readonly empty?: string | null
}

export function SelectField(props: SelectFieldProps) {
  const { field, label, hint, options, onChoose, autoComplete = 'off', empty = layoutText.choose } = props
  const described = useFieldDescription(field, Boolean(hint))
  const [answer, setAnswer] = useField(field)
  return (
    <Field field={field} label={label} hint={hint}>
      <select
        {...described}
        className="field-input field-select"
        name={field}
        value={answer}
        autoComplete={autoComplete}
        onChange={event => {
          setAnswer(event.currentTarget.value)
          onChoose?.(event.currentTarget.value)
        }}
      >
        {empty === null ? null : <option value="">{empty}</option>}
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
