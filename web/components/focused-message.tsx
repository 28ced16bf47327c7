/** The result of an action whose button is gone: takes the focus, so that it is seen and read out. */
import { type ReactNode, useEffect, useRef } from 'react'

export function FocusedMessage({ children }: { children: ReactNode }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <p ref={line} className="told" tabIndex={-1}>
      {children}
    </p>
  )
}
