/** A hook that reads a required React context (draft, session, client …) and throws without its provider. */
import { type Context, useContext } from 'react'

/** @param name for the error message */
export function useRequiredContext<T>(context: Context<T | null>, name: string): T {
  const given = useContext(context)
  if (!given) throw new Error(`No ${name} around this component`)
  return given
}
