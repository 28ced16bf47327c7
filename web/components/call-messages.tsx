/** Messages about an API call: spinners, a notice that the call is retried, and the result. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { retryingText } from '#web/content/layout.ts'
import './call-messages.css'

export function Spinner({ text }: { text: string }) {
  return (
    <p className="row gap-3 muted call-messages-loading" role="status">
      <span className="call-messages-spinner" aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}

/** The spinner alone, one line high; the component that uses it says beside it what is loading. */
export const InlineSpinner = () => (
  <span className="call-messages-spinner call-messages-small" aria-hidden="true" />
)

const shownAfterMs = 200
const shownAtLeastMs = 400

/** True if a spinner should show: not for work that ends at once, and never only for a moment. */
export function useDelayedSpinner(isWorking: boolean): boolean {
  const [isShown, setIsShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (isWorking === isShown) return
    const wait = isWorking ? shownAfterMs : shownAtLeastMs - (performance.now() - since.current)
    const timer = setTimeout(() => {
      since.current = performance.now()
      setIsShown(isWorking)
    }, wait)
    return () => clearTimeout(timer)
  }, [isWorking, isShown])
  return isShown
}

/**
 * The notice beside missing data that its call is retried. The region is always rendered: screen readers do not
 * announce one that is inserted with its text.
 */
export function RetryNotice({ on }: { on: boolean }) {
  return (
    <p role="status" className={on ? undefined : 'visually-hidden'}>
      {on && retryingText}
    </p>
  )
}

/** The result of an action: takes the focus when it appears, so that it is seen and read out. */
export function FocusedMessage({ children }: { children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <p ref={line} className="focus-target" tabIndex={-1}>
      {children}
    </p>
  )
}
