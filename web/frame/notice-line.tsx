/** One line at the foot of the window over whatever is being filled in: what was typed stays where it is. */
import { useSyncExternalStore } from 'react'
import { useGiven } from '#web/given.ts'
import { noticeWords } from '#web/words/notices.ts'
import css from './notice-line.module.css'
import { NoticesContext } from './notices.ts'

export function NoticeLine() {
  const notices = useGiven(NoticesContext, 'notices')
  const shown = useSyncExternalStore(notices.subscribe, notices.shown, () => null)
  // The region is always there: one that came with its text would not be read out.
  return <div role="status">{shown === null ? null : <p className={css.notice}>{noticeWords[shown]}</p>}</div>
}
