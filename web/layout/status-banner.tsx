/** One status line at the bottom of the viewport, above the form, which keeps what was typed. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { statusBannerText } from '#web/content/layout.ts'
import { useRequiredContext } from '#web/lib/use-required-context.ts'
import { useAnnounce } from './live-announcer.tsx'
import css from './status-banner.module.css'
import { StatusBannerContext } from './status-banner-store.ts'

export function StatusBanner() {
  const notices = useRequiredContext(StatusBannerContext, 'notices')
  const announce = useAnnounce()
  const shown = useSyncExternalStore(notices.subscribe, notices.current, () => null)
  useLayoutEffect(() => {
    // Behind an open dialog the line is inert, so announce it. A dialog whose call gave up closes before
    // that.
    if (shown && document.querySelector('dialog[open]')) announce(statusBannerText[shown])
  }, [shown, announce])
  // The region is always rendered: screen readers do not announce one that is inserted with its text.
  return (
    <div role="status">{shown === null ? null : <p className={css.notice}>{statusBannerText[shown]}</p>}</div>
  )
}
