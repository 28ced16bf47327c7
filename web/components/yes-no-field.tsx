/** A question answered Yes or No, with values YES and NO. */

import type { ReactNode } from 'react'
import type { FieldPath } from '#journey/questions/quote-form.ts'
import { layoutText } from '#web/content/layout.ts'
import { RadioGroup } from './radio-group.tsx'

export interface YesNoFieldProps {
  readonly field: FieldPath
  readonly legend: string
  readonly hint?: ReactNode
  /** Between legend and hint: the question in full. */
  readonly question?: ReactNode
  /** Between hint and answers: examples. */
  readonly details?: ReactNode
  readonly onChoose?: (value: 'YES' | 'NO') => void
}

const options = [
  { value: 'YES', label: layoutText.yes },
  { value: 'NO', label: layoutText.no },
]

export function YesNoField({ field, legend, question, hint, details, onChoose }: YesNoFieldProps) {
  return (
    <RadioGroup
      field={field}
      legend={legend}
      question={question}
      hint={hint}
      options={options}
      layout="row"
      onChoose={value => onChoose?.(value === 'YES' ? 'YES' : 'NO')}
    >
      {details}
    </RadioGroup>
  )
}
