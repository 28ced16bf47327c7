/** A radio group and the Yes/No question. Each option is a card that can be clicked as a whole. */
import type { ReactNode } from 'react'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { layoutText } from '#web/content/layout.ts'
import { useField } from './answers-context.ts'
import { ChoiceText, type ChoiceTexts, choiceAriaAttributes } from './choice-text.tsx'
import { FieldError, fieldId, Hint, useFieldDescription } from './field.tsx'

interface RadioOption extends ChoiceTexts {
  readonly value: string
}

export interface RadioGroupProps {
  readonly field: FieldPath
  readonly legend: string
  readonly hint?: ReactNode
  readonly options: readonly RadioOption[]
  /** A column by default; 'row' for two side by side, 'short' for many short labels such as titles. */
  readonly layout?: 'row' | 'short'
  readonly onChoose?: (value: string) => void
  /** The full question between legend and hint, if the legend only names it. */
  readonly question?: ReactNode
  readonly children?: ReactNode
  /** Shown in place of the options while there are none. */
  readonly waiting?: ReactNode
}

export function RadioGroup(props: RadioGroupProps) {
  const { field, legend, question, hint, options, layout, onChoose, children, waiting } = props
  const { 'aria-describedby': describedBy, 'aria-invalid': wrong } = useFieldDescription(field, Boolean(hint))
  const [answer, setAnswer] = useField(field)
  return (
    <fieldset className={`field-group ${wrong ? 'field-wrong' : ''}`} aria-describedby={describedBy}>
      <legend className="field-label">{legend}</legend>
      {question}
      <Hint field={field}>{hint}</Hint>
      {children}
      <FieldError field={field} label={legend} />
      {options.length > 0 ? null : waiting}
      <div className={`stack gap-2 choice-${layout ?? 'column'}`}>
        {options.map((option, index) => (
          <RadioCard
            key={option.value}
            name={field}
            // The first radio has the field's own id, because the error summary links to it.
            id={index === 0 ? fieldId(field) : `${fieldId(field)}-${index + 1}`}
            option={option}
            wrong={wrong}
            checked={answer === option.value}
            onChoose={value => {
              setAnswer(value)
              onChoose?.(value)
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface RadioCardProps {
  readonly id: string
  readonly name: string
  readonly option: RadioOption
  readonly wrong?: boolean | undefined
  readonly checked?: boolean
  onChoose(value: string): void
}

export function RadioCard({ id, name, option, wrong, checked, onChoose }: RadioCardProps) {
  return (
    <label className="choice-card" htmlFor={id}>
      <input
        className="choice-radio"
        {...choiceAriaAttributes(id, option)}
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        aria-invalid={wrong}
        onChange={() => onChoose(option.value)}
      />
      <ChoiceText id={id} {...option} />
    </label>
  )
}

interface YesNoFieldProps extends Omit<RadioGroupProps, 'options' | 'layout' | 'onChoose'> {
  readonly onChoose: (value: 'YES' | 'NO') => void
}

const yesOrNo = [
  { value: 'YES', label: layoutText.yes },
  { value: 'NO', label: layoutText.no },
]

export function YesNoField({ onChoose, ...props }: YesNoFieldProps) {
  return (
    <RadioGroup
      {...props}
      options={yesOrNo}
      layout="row"
      onChoose={value => onChoose(value === 'YES' ? 'YES' : 'NO')}
    />
  )
}
