/** Buttons, and links that look like buttons, in three visual weights. */
import type { MouseEvent, ReactNode } from 'react'
import './button.css'

export interface ButtonProps {
  readonly children: ReactNode
  readonly kind?: 'primary' | 'secondary' | 'quiet'
  readonly type?: 'button' | 'submit'
  readonly busy?: boolean | undefined
  /** aria-disabled: the button does nothing, but stays focusable, so that its reason can be read. */
  readonly blocked?: boolean
  readonly describedBy?: string | undefined
  readonly onPress?: (() => void) | undefined
}

export function Button({
  children,
  kind = 'primary',
  type = 'button',
  busy,
  blocked,
  describedBy,
  onPress,
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`no-print button-button button-${kind} ${busy ? 'button-busy' : ''}`}
      aria-disabled={blocked || busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={event => {
        // Not the second click of a double click: the first may have put another button under the pointer.
        if (blocked || busy || event.detail > 1) event.preventDefault()
        else onPress?.()
      }}
    >
      {children}
    </button>
  )
}

/** True if a key opens the link in another tab or window; this page then stays unchanged. */
export const isModifiedClick = ({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey

/** The click handler of a link that acts on this page instead of loading another. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (isModifiedClick(event)) return
  event.preventDefault()
  act()
}

export function ButtonLink({
  href,
  children,
  kind = 'primary',
  onPress,
}: {
  href: string
  children: ReactNode
  kind?: 'primary' | 'secondary'
  onPress?: () => void
}) {
  return (
    <a
      href={href}
      className={`no-print button-button button-${kind}`}
      onClick={onPress && onPlainClick(onPress)}
    >
      {children}
    </a>
  )
}
