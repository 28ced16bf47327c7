/** A hook for pages that the customer leaves for another site, the card page, and may return to with Back. */
import { useEffect, useEffectEvent } from 'react'

/** Acts when the browser shows this page again as it was left, from its back/forward cache. */
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
