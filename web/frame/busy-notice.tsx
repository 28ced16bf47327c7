/** One line at the foot of the window while a call is held up: what was typed stays where it is. */
import { useContext, useSyncExternalStore } from 'react'
import { busyWords } from '#web/words/popups.ts'
import { BusyContext } from './busy.ts'
import css from './busy-notice.module.css'

const never = () => () => {}

export function BusyNotice() {
  const busy = useContext(BusyContext)
  const state = useSyncExternalStore(
    busy?.subscribe ?? never,
    () => busy?.state() ?? 'no',
    () => 'no' as const,
  )
  // The region is always there: one that came with its text would not be read out.
  return <div role="status">{state === 'no' ? null : <p className={css.busy}>{busyWords[state]}</p>}</div>
}
