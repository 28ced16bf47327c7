/** The page's polite live region, and the hooks that announce a sentence to screen readers. */
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'

const AnnounceContext = createContext<(text: string) => void>(() => {})

/** Announces a sentence to screen readers; of several in quick succession only the last one. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnounceContext)

const settleMs = 500
/** The text is removed after it was read out, so that a user who reads the page later does not find it. */
const goneMs = 20_000

export function useLiveText(): readonly [said: string, announce: (text: string) => void] {
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const announce = useCallback((text: string) => {
    clearTimeout(timer.current)
    // Cleared first, so that the same sentence is announced again.
    setSaid('')
    timer.current = setTimeout(() => {
      setSaid(text)
      timer.current = setTimeout(setSaid, goneMs, '')
    }, settleMs)
  }, [])
  return [said, announce]
}

export function LiveAnnouncer({ children }: { children: ReactNode }) {
  const [said, announce] = useLiveText()
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="visually-hidden" aria-live="polite" data-live="">
        {said}
      </div>
    </AnnounceContext>
  )
}
