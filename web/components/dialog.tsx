/**
 * The modal dialog of all popups, a native <dialog> that keeps the focus inside and stops the page's scrolling; and the
 * 'Sorry' dialog for a refusal.
 */
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { layoutText } from '#web/content/layout.ts'
import { Button } from './button.tsx'
import './dialog.css'
import { FieldErrorsContext } from './field.tsx'
import { ErrorSummaryContainerContext } from './form.tsx'

export interface DialogProps {
  readonly title: string
  /** Called when the customer closes the dialog: Escape or the close button in the header. */
  readonly onClose?: (() => void) | undefined
  /** Escape closes the dialog; by default if there is an onClose. */
  readonly dismissable?: boolean
  /** A × in the header; by default shown if there is an onClose. */
  readonly closeButton?: boolean
  readonly alert?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex="0"]'

export function Dialog({
  title,
  onClose,
  dismissable = onClose !== undefined,
  closeButton = true,
  alert,
  actions,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  // Measured before the dialog is in the page: afterwards the browser would have to lay out all of it. On
  // touch devices scrollbars overlay the page and need no layout.
  const [hasScrollbar] = useState(
    () => matchMedia('(hover: hover)').matches && window.innerWidth > document.documentElement.clientWidth,
  )

  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (!element) return
    document.documentElement.toggleAttribute('data-scrollbar', hasScrollbar)
    element.showModal()
    // Firefox would focus the first control, so that a second Enter closed what the first one opened.
    heading.current?.focus({ preventScroll: true })
    return () => {
      // The browser returns the focus to the opener.
      element.close()
      // If the dialog was open on page load, nothing had focus before it: move focus to the h1.
      if (opener === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
    }
  }, [hasScrollbar])

  // A portal, because forms cannot be nested.
  return createPortal(
    <dialog
      ref={dialog}
      className="dialog-dialog"
      aria-labelledby={titleId}
      role={alert ? 'alertdialog' : undefined}
      onCancel={event => {
        event.preventDefault()
        if (dismissable) onClose?.()
      }}
      // After repeated Escapes the browser closes the dialog without a cancel event.
      onClose={() => {
        if (dismissable) onClose?.()
        else dialog.current?.showModal()
      }}
      onKeyDown={event => {
        if (event.key === 'Tab') keepInside(event)
      }}
    >
      <div className="row dialog-head">
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose && closeButton && (
          <button
            type="button"
            className="dialog-cross"
            // One of the buttons below may already be named 'Close'.
            aria-label={actions ? layoutText.dismiss : layoutText.close}
            onClick={onClose}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
      <ErrorSummaryContainerContext value={null}>
        <FieldErrorsContext value={[]}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where nothing in it can be focused the keyboard has to scroll it all the same */}
          <section className="stack gap-4 dialog-body" aria-labelledby={titleId} tabIndex={0}>
            {children}
          </section>
          {actions && <div className="buttons dialog-actions">{actions}</div>}
        </FieldErrorsContext>
      </ErrorSummaryContainerContext>
    </dialog>,
    document.getElementById('root') ?? document.body,
  )
}

/** Keeps Tab inside the dialog; otherwise it goes from the last control to the browser's own buttons. */
function keepInside(event: KeyboardEvent<HTMLDialogElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    control => control.getClientRects().length > 0,
  )
  // -1 while the heading has focus (it is not in `controls`); treat it like the first control.
  const at = controls.indexOf(document.activeElement as HTMLElement)
  if (event.shiftKey ? at < 1 : at === controls.length - 1) {
    event.preventDefault()
    controls.at(event.shiftKey ? -1 : 0)?.focus()
  }
}

/** The 'Sorry' dialog for a refusal. Only its buttons close it. */
export function SorryDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      title={layoutText.sorry}
      onClose={onClose}
      dismissable={false}
      actions={<Button onPress={onClose}>{layoutText.close}</Button>}
    >
      <p>{text}</p>
    </Dialog>
  )
}
