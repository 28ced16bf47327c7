/** The foot of every step: Next first, Back second, and beside a Next that must wait, what it waits for (A9). */
import { type ReactNode, useId } from 'react'
import { frameWords } from '#web/words/frame.ts'
import css from './actions.module.css'
import { Button } from './button.tsx'

export interface ActionsProps {
  readonly next: {
    /** Reasons why Next does nothing now; with any, it is aria-disabled and they are listed beside it. */
    readonly disabledBecause?: readonly string[]
    readonly busy?: boolean
    /** Without it Next submits the form around. */
    readonly onPress?: () => void
  }
  readonly back?: () => void
  readonly extra?: ReactNode
}

export function Actions({ next, back, extra }: ActionsProps) {
  const reasonsId = useId()
  const reasons = next.disabledBecause ?? []
  return (
    <div className={css.actions}>
      <div className={css.buttons}>
        <Button
          type={next.onPress ? 'button' : 'submit'}
          busy={next.busy ?? false}
          blocked={reasons.length > 0}
          {...(reasons.length > 0 ? { describedBy: reasonsId } : {})}
          {...(next.onPress ? { onPress: next.onPress } : {})}
        >
          {frameWords.next}
        </Button>
        {back ? (
          <Button kind="secondary" onPress={back}>
            {frameWords.back}
          </Button>
        ) : null}
        {extra}
      </div>
      <div className={css.reasons} id={reasonsId} aria-live="polite">
        {reasons.length > 0 ? (
          <>
            <p>{frameWords.toContinue}</p>
            <ul>
              {reasons.map(reason => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  )
}
