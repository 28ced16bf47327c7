/**
 * Does what it is given at once, or when the finger is lifted: a field left by pressing a button, or looked up meanwhile,
 * keeps its message so long. A page that moves between press and release takes the click away from under the finger.
 */
export function deferUntilPointerUp(signal: AbortSignal): (act: () => void) => void {
  let isPressed = false
  const waiting = new Set<() => void>()
  const on = (name: 'pointerdown' | 'pointerup' | 'pointercancel', listener: (event: PointerEvent) => void) =>
    document.addEventListener(name, listener, { capture: true, signal })
  const released = () => {
    isPressed = false
    // The click comes right after the release; what it does goes first.
    for (const act of waiting) setTimeout(act)
    waiting.clear()
  }
  on('pointerdown', ({ button, target }) => {
    // Of any other button, and of a native list, a menu may take the release, and it presses nothing of the page.
    isPressed = button === 0 && (target as Element).tagName !== 'SELECT'
  })
  on('pointerup', released)
  on('pointercancel', released)
  return act => {
    if (isPressed) waiting.add(act)
    else act()
  }
}
