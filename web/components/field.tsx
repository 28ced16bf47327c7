/** Label, hint and error of one control, linked by ids; all field components use it. */

import type { ReactNode } from 'react'
import type { FieldPath } from '#journey/questions/quote-form.ts'
import css from './field.module.css'
import { fieldId, useFieldError, useRegisterLabel } from './field-errors.ts'

/** Messages that need their field's name: screen readers get the label before them. */
const bare: readonly string[] = ['MANDATORY', 'EMAIL_INVALID']

export interface Described {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

/** The control's ids and ARIA states, from its field's error. */
export function useDescribed(field: FieldPath, hasHint: boolean, extraError?: string | null): Described {
  const id = fieldId(field)
  const wrong = useFieldError(field) !== null || Boolean(extraError)
  const describedBy = [hasHint ? `${id}-hint` : '', wrong ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(wrong ? { 'aria-invalid': true as const } : {}),
  }
}

export function Hint({ field, children }: { field: FieldPath; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={css.hint} id={`${fieldId(field)}-hint`}>
      {children}
    </div>
  )
}

export function FieldError({
  field,
  label,
  extraError,
}: {
  field: FieldPath
  label: string
  extraError?: string | null | undefined
}) {
  useRegisterLabel(field, label)
  const problem = useFieldError(field)
  // A later result of a call is newer than the error flagged by the last Next.
  const text = extraError || problem?.text
  if (!text) return null
  return (
    <p className={css.error} id={`${fieldId(field)}-error`}>
      {problem && !extraError && bare.includes(problem.code) ? <span className="hear">{label}: </span> : null}
      <span>{text}</span>
    </p>
  )
}

export interface FieldProps {
  readonly field: FieldPath
  readonly label: string
  readonly hint?: ReactNode
  readonly extraError?: string | null
  /** Added to the field's own class, for the plate or an address. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Wrapper of a one-line control. */
export function Field({ field, label, hint, extraError, className, children }: FieldProps) {
  const wrong = useFieldError(field) !== null || Boolean(extraError)
  return (
    <div className={`${css.field} ${wrong ? css.wrong : ''} ${className ?? ''}`}>
      <label className={css.label} htmlFor={fieldId(field)}>
        {label}
      </label>
      <Hint field={field}>{hint}</Hint>
      <FieldError field={field} label={label} extraError={extraError} />
      {children}
    </div>
  )
}
