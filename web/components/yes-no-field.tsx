/** A question answered Yes or No, with values YES and NO. */
import type { ReactNode } from 'react'
import { frameWords } from '#web/content/layout.ts'
import { Radios } from './radio-group.tsx'

export interface YesNoProps {
  readonly field: string
  readonly legend: string
  readonly hint?: ReactNode
  /** Between legend and hint: the question in full. */
  readonly question?: ReactNode
  /** Between hint and answers: examples. */
  readonly details?: ReactNode
  readonly onChoose?: (value: 'YES' | 'NO') => void
}

const options = [
  { value: 'YES', label: frameWords.yes },
  { value: 'NO', label: frameWords.no },
]

export function YesNo({ field, legend, question, hint, details, onChoose }: YesNoProps) {
  return (
    <Radios
      field={field}
      legend={legend}
      question={question}
      hint={hint}
      options={options}
      layout="row"
      onChoose={value => onChoose?.(value === 'YES' ? 'YES' : 'NO')}
    >
      {details}
    </Radios>
  )
}
