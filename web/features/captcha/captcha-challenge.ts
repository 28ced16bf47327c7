/** The question 'is a person there?', asked once for all calls that wait for its answer (SHELL-09). */
import { createContext } from 'react'
import { useGiven } from '#web/lib/use-required-context.ts'

export interface SecurityCheck {
  isOpen(): boolean
  subscribe(listener: () => void): () => void
  /** Opens the popup; true once passed, false when it was closed. Calls made meanwhile wait for the same answer. */
  ask(): Promise<boolean>
  settle(passed: boolean): void
}

export function createSecurityCheck(): SecurityCheck {
  let asked: Promise<boolean> | null = null
  let answer: ((passed: boolean) => void) | undefined
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
        asked = new Promise(resolve => {
          answer = resolve
        })
        tell()
      }
      return asked
    },
    settle(passed) {
      asked = null
      answer?.(passed)
      tell()
    },
  }
}

export const SecurityContext = createContext<SecurityCheck | null>(null)

export const useSecurityCheck = (): SecurityCheck => useGiven(SecurityContext, 'security check')
