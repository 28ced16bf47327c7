/** Creates a React context (draft, session, API client …) with its hook, which throws if the provider is missing. */
import { type Context, createContext, use } from 'react'

/** @param name for the error message */
export function createRequiredContext<T>(name: string): readonly [Context<T | null>, () => T] {
  const context = createContext<T | null>(null)
  const read = (): T => {
    const value = use(context)
    if (!value) throw new Error(`No ${name} around this component`)
    return value
  }
  return [context, read]
}
