/** A hook that reads a required React context (draft, session, client …) and throws without its provider. */
import { type Context, useContext } from 'react'

/** @param name for the error message */
export function useRequiredContext<T>(context: Context<T | null>, name: string): T {
  const value = useContext(context)
  if (!value) throw new Error(`No ${name} around this component`)
  return value
}
