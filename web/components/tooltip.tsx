/** A '?' button with a tooltip, for touch, mouse and keyboard. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './tooltip.css'

const staysAfterMouseMs = 200
const staysAfterTouchMs = 50_000

export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
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
      className="tooltip-box"
      ref={box}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'mouse') return
        hold()
        setOpen(true)
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse' && !pinned.current) closeAfter(staysAfterMouseMs)
      }}
      onPointerDown={({ pointerType }) => {
        if (pointerType !== 'touch') return
        setOpen(true)
        closeAfter(staysAfterTouchMs)
      }}
    >
      <button
        type="button"
        className="tooltip-button"
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
      <span className="popover small tooltip-tip" id={tipId} role="tooltip" hidden={!open}>
        {children}
      </span>
    </span>
  )
}
