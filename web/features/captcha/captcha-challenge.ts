/** The state of the visible captcha check, shared by all calls that wait for its result. */

import { createContext } from 'react'
import { useRequiredContext } from '#web/lib/use-required-context.ts'

export interface CaptchaChallenge {
  isOpen(): boolean
  subscribe(listener: () => void): () => void
  /** Opens the dialog; resolves to true when passed, false when closed. Concurrent calls share the result. */
  open(): Promise<boolean>
  resolve(passed: boolean): void
}

export function createCaptchaChallenge(): CaptchaChallenge {
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
    open() {
      if (!asked) {
        asked = new Promise(resolve => {
          answer = resolve
        })
        tell()
      }
      return asked
    },
    resolve(passed) {
      asked = null
      answer?.(passed)
      tell()
    },
  }
}

export const CaptchaChallengeContext = createContext<CaptchaChallenge | null>(null)

export const useCaptchaChallenge = (): CaptchaChallenge =>
  useRequiredContext(CaptchaChallengeContext, 'security check')
