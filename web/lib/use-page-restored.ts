/** A hook that calls a function when the browser restores this page from its back/forward cache, as after Back from the card page. */
import { useEffect, useEffectEvent } from 'react'

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
