/** One line at the foot of the window over whatever is being filled in: what was typed stays where it is. */
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { noticeWords } from '#web/content/status-banner.ts'
import { useGiven } from '#web/lib/use-required-context.ts'
import { useAnnounce } from './live-announcer.tsx'
import css from './status-banner.module.css'
import { NoticesContext } from './status-banner-store.ts'

export function NoticeLine() {
  const notices = useGiven(NoticesContext, 'notices')
  const announce = useAnnounce()
  const shown = useSyncExternalStore(notices.subscribe, notices.shown, () => null)
  useLayoutEffect(() => {
    // Behind an open popup the line itself is mute; the popup whose call was given up closes before this is said.
    if (shown && document.querySelector('dialog[open]')) announce(noticeWords[shown])
  }, [shown, announce])
  // The region is always there: one that came with its text would not be read out.
  return <div role="status">{shown === null ? null : <p className={css.notice}>{noticeWords[shown]}</p>}</div>
}
