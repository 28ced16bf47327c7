/** What a component is given by one around it, on every page: draft, session, client and their like. */
import { type Context, useContext } from 'react'

/** @param name for whoever forgot it: throws where there is none around. */
export function useRequiredContext<T>(context: Context<T | null>, name: string): T {
  const given = useContext(context)
  if (!given) throw new Error(`No ${name} around this component`)
  return given
}
