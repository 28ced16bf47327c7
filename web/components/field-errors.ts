/** Context with a form's errors, and the hook by which a field finds its own. */
import { createContext, useContext } from 'react'
import type { ValidationError } from '#journey/questions/validation-error.ts'

export interface FieldErrorText extends ValidationError {
  readonly text: string
}

/**
 * 'driver2.firstName' → 'driver2-firstName', the id of the field's control and the prefix of its hint and
 * error ids.
 */
export const fieldId = (field: string): string => field.replaceAll('.', '-')

export const FieldErrorsContext = createContext<readonly FieldErrorText[]>([])

export const useFieldError = (field: string): FieldErrorText | null =>
  useContext(FieldErrorsContext).find(problem => problem.field === field) ?? null
