/** The live region that is always there: what changed is said politely, once things have settled for half a second. */
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'

const AnnounceContext = createContext<(text: string) => void>(() => {})

/** Says a sentence to those who listen; the last of several in quick succession is the one said. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnounceContext)

const settleMs = 500
/** Long enough to be said; whoever reads down the page later must not meet it again. */
const goneMs = 20_000

export function LiveAnnouncer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const announce = useCallback((text: string) => {
    clearTimeout(timer.current)
    // Emptied first: the same sentence twice has to be heard twice.
    setSaid('')
    timer.current = setTimeout(() => {
      setSaid(text)
      timer.current = setTimeout(setSaid, goneMs, '')
    }, settleMs)
  }, [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="hear" aria-live="polite" data-live="">
        {said}
      </div>
    </AnnounceContext>
  )
}
