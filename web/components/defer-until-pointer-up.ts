/**
 * Runs an action at once, or after pointerup if the pointer is down. Validation uses it: a layout shift
 * between pointerdown and pointerup would make the browser lose the click.
 */
export function deferUntilPointerUp(signal: AbortSignal): (act: () => void) => void {
  let isPressed = false
  const waiting = new Set<() => void>()
  const on = (name: 'pointerdown' | 'pointerup' | 'pointercancel', listener: (event: PointerEvent) => void) =>
    document.addEventListener(name, listener, { capture: true, signal })
  const released = () => {
    isPressed = false
    // The click event follows pointerup; its handlers run first.
    for (const act of waiting) setTimeout(act)
    waiting.clear()
  }
  on('pointerdown', ({ button, target }) => {
    // Only the primary button, and not a native select: their menus swallow pointerup.
    isPressed = button === 0 && (target as Element).tagName !== 'SELECT'
  })
  on('pointerup', released)
  on('pointercancel', released)
  return act => {
    if (isPressed) waiting.add(act)
    else act()
  }
}
