/** Every popup: the browser's own modal dialog, with its focus held, the page behind still, and the opener focused after. */
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { layoutText } from '#web/content/layout.ts'
import css from './dialog.module.css'
import { FieldErrorsContext } from './field-errors.ts'
import { ErrorSummaryContainer } from './form.tsx'

export interface DialogProps {
  readonly title: string
  readonly open: boolean
  /** The visitor wants out: Escape or the close button in the header. */
  readonly onClose?: () => void
  /** Escape closes; true unless said (SHELL-08 says no). */
  readonly dismissable?: boolean
  /** A × in the header; shown when there is an onClose, unless said. */
  readonly closeButton?: boolean
  /** Announced as an alert: session expiry. */
  readonly alert?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex="0"]'

function OpenDialog({
  title,
  onClose,
  dismissable = true,
  closeButton,
  alert,
  actions,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Looked up before the popup is in the page: afterwards the browser would have to lay out all of it for that. Where a
  // finger scrolls it takes no room, and nothing has to be laid out.
  const [hasScrollbar] = useState(
    () => matchMedia('(hover: hover)').matches && window.innerWidth > document.documentElement.clientWidth,
  )

  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (!element) return
    document.documentElement.toggleAttribute('data-scrollbar', hasScrollbar)
    element.showModal()
    // Once it is gone, and only if what opened it is still there: a step that leaves with its popup is not to be drawn again.
    return () =>
      queueMicrotask(() => {
        // Of one that was there with the page nothing had the focus, and whoever listens begins at the heading.
        const back = opener === document.body ? document.querySelector('h1') : opener
        if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
      })
  }, [hasScrollbar])

  // Out of the step's form: a form inside a form is none. In the page's root, where React listens already.
  return createPortal(
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={titleId}
      role={alert ? 'alertdialog' : undefined}
      onCancel={event => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (dismissable) onClose?.()
      }}
      // By the browser, which after some Escapes no longer asks: what is to be closed goes from the page instead.
      onClose={() => dialog.current?.showModal()}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          // Chromium closes on a second Escape whatever the cancel event says; the key itself has to be stopped.
          event.preventDefault()
          event.stopPropagation()
          if (dismissable) onClose?.()
        }
        if (event.key === 'Tab') keepInside(event)
      }}
    >
      <div className={css.head}>
        <h2 className={css.title} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {onClose && (closeButton ?? true) ? (
          <button
            type="button"
            className={css.cross}
            // Where there are buttons below, one of them may be 'Close'.
            aria-label={actions ? layoutText.dismiss : layoutText.close}
            onClick={onClose}
          >
            <span aria-hidden="true">×</span>
          </button>
        ) : null}
      </div>
      <ErrorSummaryContainer value={null}>
        <FieldErrorsContext value={[]}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: where nothing in it can be focused the keyboard has to scroll it all the same */}
          <section className={css.body} aria-labelledby={titleId} tabIndex={0}>
            {children}
          </section>
          {actions ? <div className={css.actions}>{actions}</div> : null}
        </FieldErrorsContext>
      </ErrorSummaryContainer>
    </dialog>,
    document.getElementById('root') ?? document.body,
  )
}

/** Without this, Tab from the last control goes to the browser's own buttons. */
function keepInside(event: KeyboardEvent<HTMLDialogElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    control => control.getClientRects().length > 0,
  )
  // Of the heading, which has the focus first and is no control, it is -1: nothing stands before it either.
  const at = controls.indexOf(document.activeElement as HTMLElement)
  if (event.shiftKey ? at < 1 : at === controls.length - 1) {
    event.preventDefault()
    controls.at(event.shiftKey ? -1 : 0)?.focus()
  }
}
