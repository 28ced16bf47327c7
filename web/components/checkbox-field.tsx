/** A checkbox field for one statement the customer agrees to. */
import type { FieldPath } from '#journey/questions/quote-form.ts'
import css from './choice.module.css'
import fieldCss from './field.module.css'
import { FieldError, useDescribed } from './field.tsx'
import { useFieldError } from './field-errors.ts'
import { useCheckbox } from './use-checkbox.ts'

export interface CheckboxFieldProps {
  readonly field: FieldPath
  readonly label: string
}

export function CheckboxField({ field, label }: CheckboxFieldProps) {
  const described = useDescribed(field, false)
  const wrong = useFieldError(field) !== null
  const { ref, initial, write } = useCheckbox(field)
  return (
    <div className={`${fieldCss.field} ${wrong ? fieldCss.wrong : ''}`}>
      <FieldError field={field} label={label} />
      <label className={css.card} htmlFor={described.id}>
        <input
          {...described}
          ref={ref}
          className={css.check}
          type="checkbox"
          name={field}
          defaultChecked={initial}
          aria-labelledby={`${described.id}-name`}
          onChange={event => write(event.currentTarget.checked)}
        />
        <span className={css.texts}>
          <span className={css.name} id={`${described.id}-name`}>
            {label}
          </span>
        </span>
      </label>
    </div>
  )
}
