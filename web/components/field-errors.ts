/** Contexts of a form's errors and labels, and the hooks by which a field finds its error and gives its label. */
import { createContext, useContext, useLayoutEffect } from 'react'
import type { FieldPath } from '#journey/questions/quote-form.ts'
import type { ValidationError } from '#journey/questions/validation-error.ts'

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

export function useRegisterLabel(field: FieldPath, label: string): void {
  const register = useContext(RegisterLabelContext)
  const summaryLabel = useContext(SummaryLabelContext)(label)
  useLayoutEffect(() => register(field, summaryLabel), [register, field, summaryLabel])
}
