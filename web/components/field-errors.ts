/** How a field learns what is wrong with it: the form around it holds the problems, the field looks up its own. */
import { createContext, useContext } from 'react'
import type { Problem } from '#journey/questions/validation-error.ts'

export interface ToldProblem extends Problem {
  readonly text: string
}

/** 'driver2.firstName' → 'driver2-firstName', the id of the field's control; hints and errors hang their ids on it. */
export const fieldId = (field: string): string => field.replaceAll('.', '-')

export const ProblemsContext = createContext<readonly ToldProblem[]>([])

export const useFieldProblem = (field: string): ToldProblem | null =>
  useContext(ProblemsContext).find(problem => problem.field === field) ?? null
