/** Said where an answer is missing, while the call for it is sent once more. Steps 1 and 3 show it. */
import { repeatingLine } from '#web/content/status-banner.ts'

/** The region is always there: one that came with its text would not be read out. */
export function RepeatingNotice({ on }: { on: boolean }) {
  return (
    <p role="status" className={on ? undefined : 'hear'}>
      {on && repeatingLine}
    </p>
  )
}
