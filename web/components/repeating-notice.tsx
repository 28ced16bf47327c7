/** A notice beside missing data while its call is retried. Steps 1 and 3 show it. */
import { repeatingLine } from '#web/content/layout.ts'

/** The region is always rendered: screen readers do not announce one that is inserted with its text. */
export function RepeatingNotice({ on }: { on: boolean }) {
  return (
    <p role="status" className={on ? undefined : 'hear'}>
      {on && repeatingLine}
    </p>
  )
}
