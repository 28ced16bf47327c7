/** Keyboard and focus behaviour that some browsers lack. Used by before-hydration.ts. */

/** By script: the link's fragment would add a history entry, and the router would render the step again without its state. */
export function focusMainOnSkipLink(): void {
  document.querySelector('.header-skip')?.addEventListener('click', event => {
    const main = document.getElementById('main')
    event.preventDefault()
    main?.focus()
    main?.scrollIntoView()
  })
}

/**
 * The 'next' key of a phone's keyboard moves to the next control. Android does so by itself; iOS submits the
 * form, which would show errors for the fields below. With a hardware keyboard Enter submits, as usual.
 */
export function moveFocusOnNextKey(): void {
  document.addEventListener('keydown', event => {
    const field = event.target
    if (!(field instanceof HTMLInputElement) || field.enterKeyHint !== 'next' || !field.form) return
    if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return
    if (!matchMedia('(pointer:coarse)').matches) return
    const controls = [...field.form.elements].filter(
      control =>
        control instanceof HTMLElement && control.tabIndex >= 0 && control.getClientRects().length > 0,
    )
    const next = controls[controls.indexOf(field) + 1]
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  })
}

/**
 * Focuses a clicked control, as other browsers do: Safari focuses no button or radio, and a closing dialog
 * returns the focus to its opener. Enter in a field also clicks the submit button, with `detail` 0.
 */
export function focusClickedControl(): void {
  const focus = (event: MouseEvent) => {
    const controls = event.detail ? 'button,input' : 'input'
    const control = (event.target as Element).closest<HTMLElement>(controls)
    control?.focus({ preventScroll: true })
  }
  addEventListener('click', focus, true)
}
