/** What every step has in common: stepper, place for the error summary, h1 with one line of purpose, and a panel beside. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { Step } from '#journey/steps.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { usePage } from '#web/app/page-settings.ts'
import { SummaryPlace } from '#web/components/form.tsx'
import { stepTitle } from '#web/content/layout.ts'
import { Art, type ArtName } from './illustrations.tsx'
import css from './step-layout.module.css'
import { Stepper } from './stepper.tsx'

export interface StepFrameProps {
  readonly step: Step
  /** The h1. */
  readonly title: string
  readonly purpose?: ReactNode
  /** Stands at the right where there is room, below the heading where there is not: the price. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

const drawings: Readonly<Record<Step, ArtName>> = {
  car: 'plate',
  driver: 'drivers',
  quote: 'shield',
  policyholder: 'envelope',
  payment: 'car',
}

export function StepFrame({ step, title, purpose, aside, children }: StepFrameProps) {
  const wizard = useWizard()
  const { brand } = usePage()
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLDivElement>(null)
  // Not on arrival. Later on always: what had the focus went with the step that stood here.
  const takesFocus = useRef(wizard.hasMoved)

  useEffect(() => {
    document.title = stepTitle(step, brand.name)
    if (takesFocus.current) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    takesFocus.current = true
  }, [step, brand.name])

  return (
    <div className={aside ? css.frame : `${css.frame} ${css.narrow}`}>
      <Stepper view={step} onGo={wizard.go} />
      <div ref={place} />
      <header className={css.heading}>
        <div className={css.words}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {/* Read as one text the two are sentences apart. */}
          {purpose && ' '}
          {purpose ? <p className={css.purpose}>{purpose}</p> : null}
        </div>
        <Art name={drawings[step]} />
      </header>
      <div className={aside ? css.beside : undefined}>
        <SummaryPlace value={place}>
          <div className={css.main}>{children}</div>
          {aside ? <aside className={css.aside}>{aside}</aside> : null}
        </SummaryPlace>
      </div>
    </div>
  )
}
