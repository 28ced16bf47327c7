/** The buttons below every step: Next first, Back second, and the reasons beside a disabled Next. */
import { type ReactNode, useId } from 'react'
import { usePageSettings } from '#web/app/page-settings.ts'
import { layoutText } from '#web/content/layout.ts'
import { Button } from './button.tsx'
import css from './form.module.css'

export interface FormActionsProps {
  readonly next: {
    /** Reasons why Next is disabled; if there are any, it is aria-disabled and they are listed beside it. */
    readonly disabledBecause?: readonly string[]
    /** The same for reasons the customer cannot fix: shown as final, with a phone number. */
    readonly stoppedBecause?: readonly string[]
    readonly busy?: boolean
    /** Without it Next submits the surrounding form. */
    readonly onPress?: () => void
  }
  readonly back?: () => void
  readonly extra?: ReactNode
}

export function FormActions({ next, back, extra }: FormActionsProps) {
  const reasonsId = useId()
  const { brand } = usePageSettings()
  const stops = next.stoppedBecause ?? []
  const reasons = [...stops, ...(next.disabledBecause ?? [])]
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
          {layoutText.next}
        </Button>
        {back ? (
          <Button kind="secondary" onPress={back}>
            {layoutText.back}
          </Button>
        ) : null}
        {extra}
      </div>
      <div className={css.reasons} id={reasonsId} aria-live="polite">
        {reasons.length > 0 ? (
          <>
            <p>{stops.length > 0 ? layoutText.stopped : layoutText.toContinue}</p>
            <ul>
              {reasons.map(reason => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            {stops.length > 0 ? (
              <div className={css.call}>
                {layoutText.stoppedHelp}{' '}
                <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>.
              </div>
            ) : null}
          </>
        ) : null}
      </div>
    </div>
  )
}
