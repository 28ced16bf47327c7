/** A hook that reads a React context (draft, session, API client …) and throws if its provider is missing. */
import { type Context, useContext } from 'react'

/** @param name for the error message */
export function useRequiredContext<T>(context: Context<T | null>, name: string): T {
  const value = useContext(context)
  if (!value) throw new Error(`No ${name} around this component`)
  return value
}
