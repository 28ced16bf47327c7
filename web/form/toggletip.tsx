/** A '?' that explains: opens at once by touch, mouse or keyboard, stays 50 seconds after a touch, Escape closes (SHELL-11). */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './toggletip.module.css'

export interface ToggletipProps {
  /** The button's name: 'About additional policyholders'. */
  readonly label: string
  readonly children: ReactNode
}

const leaveTouchDelayMs = 50_000
const leaveMouseDelayMs = 200

export function Toggletip({ label, children }: ToggletipProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pinned = useRef(false)
  const tipId = useId()

  const hold = () => clearTimeout(closing.current)
  const closeAfter = (ms: number) => {
    hold()
    closing.current = setTimeout(() => setOpen(false), ms)
  }
  useEffect(() => () => clearTimeout(closing.current), [])

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      pinned.current = false
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [open])

  return (
    <span
      className={css.box}
      ref={box}
      onPointerEnter={event => {
        if (event.pointerType !== 'mouse') return
        hold()
        setOpen(true)
      }}
      onPointerLeave={event => {
        if (event.pointerType === 'mouse' && !pinned.current) closeAfter(leaveMouseDelayMs)
      }}
    >
      <button
        type="button"
        className={css.button}
        aria-label={label}
        aria-expanded={open}
        aria-describedby={tipId}
        onFocus={() => {
          // A touch opens it first, and for longer.
          if (open) return
          hold()
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onPointerDown={event => {
          if (event.pointerType !== 'touch') return
          setOpen(true)
          closeAfter(leaveTouchDelayMs)
        }}
        onClick={event => {
          if ((event.nativeEvent as PointerEvent).pointerType === 'touch') return
          // The mouse or the focus has opened it already: the press pins it; another one closes it.
          const close = open && pinned.current
          pinned.current = !close
          hold()
          setOpen(!close)
        }}
      >
        <span aria-hidden="true">?</span>
      </button>
      {/* Not there while it is closed, but for the button's description. */}
      <span className={css.tip} id={tipId} role="tooltip" hidden={!open}>
        {children}
      </span>
    </span>
  )
}
