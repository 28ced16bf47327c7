/** One line at the foot of the window over whatever is being filled in: what was typed stays where it is. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { statusBannerText } from '#web/content/status-banner.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'
import { useAnnounce } from './live-announcer.tsx'
import css from './status-banner.module.css'
import { StatusBannerContext } from './status-banner-store.ts'

export function StatusBanner() {
  const notices = useRequiredContext(StatusBannerContext, 'notices')
  const announce = useAnnounce()
  const shown = useSyncExternalStore(notices.subscribe, notices.current, () => null)
  useLayoutEffect(() => {
    // Behind an open popup the line itself is mute; the popup whose call was given up closes before this is said.
    if (shown && document.querySelector('dialog[open]')) announce(statusBannerText[shown])
  }, [shown, announce])
  // The region is always there: one that came with its text would not be read out.
  return (
    <div role="status">{shown === null ? null : <p className={css.notice}>{statusBannerText[shown]}</p>}</div>
  )
}
