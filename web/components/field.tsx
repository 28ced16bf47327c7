/** Label, hint and error of a form control, linked by ids, and the contexts that give a field its error. */
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import type { ValidationError } from '#journey/questions/validation-error.ts'
import './field.css'

export interface FieldErrorText extends ValidationError<string, FieldPath> {
  readonly text: string
}

/**
 * 'driver.drivers.0.firstName' → 'driver-drivers-0-firstName', the id of the field's control and the prefix of
 * its hint and error ids.
 */
export const fieldId = (field: string): string => field.replaceAll('.', '-')

export const FieldErrorsContext = createContext<readonly FieldErrorText[]>([])

export const useFieldError = (field: FieldPath): FieldErrorText | null =>
  useContext(FieldErrorsContext).find(problem => problem.field === field) ?? null

/** Gives the form the label of a field for its error summary. */
export const RegisterLabelContext = createContext<(field: FieldPath, label: string) => void>(() => undefined)

/** Completes a label for the error summary, where fields of several people have the same label. */
export const SummaryLabelContext = createContext<(label: string) => string>(label => label)

function useRegisterLabel(field: FieldPath, label: string): void {
  const register = useContext(RegisterLabelContext)
  const summaryLabel = useContext(SummaryLabelContext)(label)
  useLayoutEffect(() => register(field, summaryLabel), [register, field, summaryLabel])
}

/** Messages that need their field's name: screen readers get the label before them. */
const bare: readonly string[] = ['MANDATORY', 'EMAIL_INVALID']

/** The control's ids and ARIA states, from its field's error. */
export function useFieldDescription(field: FieldPath, hasHint: boolean, extraError?: string | null) {
  const id = fieldId(field)
  const wrong = useFieldError(field) !== null || Boolean(extraError)
  const describedBy = [hasHint && `${id}-hint`, wrong && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': wrong || undefined }
}

export function Hint({ field, children }: { field: FieldPath; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="muted small no-print field-hint" id={`${fieldId(field)}-hint`}>
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
    <p className="field-error" id={`${fieldId(field)}-error`}>
      {problem && !extraError && bare.includes(problem.code) && (
        <span className="visually-hidden">{label}: </span>
      )}
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

export function Field({ field, label, hint, extraError, className, children }: FieldProps) {
  const wrong = useFieldError(field) !== null || Boolean(extraError)
  return (
    <div className={`stack gap-2 ${wrong ? 'field-wrong' : ''} ${className ?? ''}`}>
      <label className="field-label" htmlFor={fieldId(field)}>
        {label}
      </label>
      <Hint field={field}>{hint}</Hint>
      <FieldError field={field} label={label} extraError={extraError} />
      {children}
    </div>
  )
}
