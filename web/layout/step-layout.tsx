/** The layout of every step: stepper, error summary, heading with one line of purpose, and a side panel. */
import { type ReactNode, useEffect, useRef } from 'react'
import type { Step } from '#journey/steps.ts'
import { ErrorSummaryContainerContext } from '#web/components/form.tsx'
import { stepTitle } from '#web/content/layout.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { Illustration, type IllustrationName } from './illustrations.tsx'
import './step-layout.css'
import { Stepper } from './stepper.tsx'

export interface StepLayoutProps {
  readonly step: Step
  readonly title: string
  readonly purpose?: ReactNode
  /** The price panel: at the right on wide screens, below the heading on narrow ones. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

const drawings: Readonly<Record<Step, IllustrationName>> = {
  car: 'plate',
  driver: 'drivers',
  quote: 'shield',
  policyholder: 'envelope',
  payment: 'car',
}

export function StepLayout({ step, title, purpose, aside, children }: StepLayoutProps) {
  const navigation = useNavigation()
  const { brand } = usePageSettings()
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLDivElement>(null)
  // Not on arrival; after each later navigation, because the focused element left with the previous step.
  const takesFocus = useRef(navigation.hasNavigated)

  useEffect(() => {
    document.title = stepTitle(step, brand.name)
    if (takesFocus.current) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    takesFocus.current = true
  }, [step, brand.name])

  return (
    <div className={`stack gap-5 step-layout-frame ${aside ? '' : 'step-layout-narrow'}`}>
      <Stepper view={step} onGo={navigation.goTo} />
      <div ref={place} />
      <header className="row gap-5 step-layout-heading">
        <div className="stack gap-2 step-layout-words">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {/* The space separates the two sentences when they are read as one text. */}
          {purpose && ' '}
          {purpose && <p className="lead muted no-print">{purpose}</p>}
        </div>
        <Illustration name={drawings[step]} />
      </header>
      <div className={aside ? 'stack gap-5 step-layout-beside' : undefined}>
        <ErrorSummaryContainerContext value={place}>
          <div className="step-layout-main sheet">{children}</div>
          {aside && <aside className="step-layout-aside">{aside}</aside>}
        </ErrorSummaryContainerContext>
      </div>
    </div>
  )
}
