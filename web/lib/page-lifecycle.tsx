/** Runs work after the browser has painted, while it is idle, or when it restores the page. Used by all pages. */
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent } from 'react'

/** For content below the viewport. Everything after it on the screen must be inside too, or it would shift. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}

/**
 * Resolves after the next paint, so that a click's effect is seen before its work; after 100 ms in a hidden page,
 * which never paints.
 */
export const nextPaint = (): Promise<void> =>
  new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

export function runWhenIdle(act: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(act)
  else setTimeout(act, 200)
}

/** Calls the function when the browser restores this page from its back/forward cache, as after Back from the card page. */
export function usePageRestored(act: () => void): void {
  const onRestored = useEffectEvent(act)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) onRestored()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}
