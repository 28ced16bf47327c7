/** The question 'is a person there?', asked once for all calls that wait for its answer (SHELL-09). */
import { createContext, useContext } from 'react'

export interface SecurityCheck {
  isOpen(): boolean
  subscribe(listener: () => void): () => void
  /** Opens the popup; true once passed, false when it was closed. Calls made meanwhile wait for the same answer. */
  ask(): Promise<boolean>
  settle(passed: boolean): void
}

export function createSecurityCheck(): SecurityCheck {
  let asked: { promise: Promise<boolean>; resolve(passed: boolean): void } | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    isOpen: () => asked !== null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask() {
      if (!asked) {
        asked = Promise.withResolvers<boolean>()
        tell()
      }
      return asked.promise
    },
    settle(passed) {
      const waiting = asked
      asked = null
      tell()
      waiting?.resolve(passed)
    },
  }
}

export const SecurityContext = createContext<SecurityCheck | null>(null)

export function useSecurityCheck(): SecurityCheck {
  const check = useContext(SecurityContext)
  if (!check) throw new Error('No security check around this component')
  return check
}
