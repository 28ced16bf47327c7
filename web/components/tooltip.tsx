/**
 * A '?' tooltip: opens at once by touch, mouse or keyboard, stays 50 seconds after a touch, and closes on
 * Escape.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './tooltip.module.css'

export interface TooltipProps {
  /** The button's name: 'About additional policyholders'. */
  readonly label: string
  readonly children: ReactNode
}

/**
 * Pointer events registered without React, whose roots do not listen for them (decision 0058), and how long
 * in milliseconds the tooltip then stays.
 */
const staysMs = { pointerenter: null, pointerleave: 200, pointerdown: 50_000 }
const pointerEvents = Object.keys(staysMs) as (keyof typeof staysMs)[]

export function Tooltip({ label, children }: TooltipProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pinned = useRef(false)
  const tipId = useId()

  const hold = () => clearTimeout(closing.current)
  useEffect(() => {
    // A mouse opens it by entering and closes it by leaving; a touch opens it for a while.
    const act = (name: keyof typeof staysMs, pointer: string) => {
      if (pointer !== (name === 'pointerdown' ? 'touch' : 'mouse')) return
      if (name !== 'pointerleave') setOpen(true)
      else if (pinned.current) return
      clearTimeout(closing.current)
      const ms = staysMs[name]
      if (ms) closing.current = setTimeout(setOpen, ms, false)
    }
    for (const name of pointerEvents) box.current?.addEventListener(name, e => act(name, e.pointerType))
    return () => clearTimeout(closing.current)
  }, [])

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
    <span className={css.box} ref={box}>
      <button
        type="button"
        className={css.button}
        aria-label={label}
        aria-expanded={open}
        aria-describedby={tipId}
        onFocus={() => {
          // A touch has already opened it, for longer.
          if (open) return
          hold()
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onClick={event => {
          if ((event.nativeEvent as PointerEvent).pointerType === 'touch') return
          // Mouse or focus has already opened it: the first click pins it, another one closes it.
          const close = open && pinned.current
          pinned.current = !close
          hold()
          setOpen(!close)
        }}
      >
        <span aria-hidden="true">?</span>
      </button>
      {/* Hidden while closed; it remains the button's description. */}
      <span className={css.tip} id={tipId} role="tooltip" hidden={!open}>
        {children}
      </span>
    </span>
  )
}
