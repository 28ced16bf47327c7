/** The stepper with the five steps of the journey; a completed step is a link back to it. */
import { memo } from 'react'
import { pathOfStep, stepperProgress, type View } from '#journey/steps.ts'
import { onPlainClick } from '#web/components/button.tsx'
import { layoutText, stepHeading, stepNames, stepStatusText } from '#web/content/layout.ts'
import './stepper.css'

export const Stepper = memo(function Stepper({ view, onGo }: { view: View; onGo: (view: View) => void }) {
  const list = stepperProgress(view)
  const current = list.find(({ status }) => status === 'current')
  return (
    <nav className="no-print stepper-stepper" aria-label={layoutText.progress}>
      <ol className="plain-list stack stepper-road">
        {list.map(({ step, status }, index) => (
          <li
            key={step}
            className={`stack stepper-stop stepper-${status}`}
            aria-current={status === 'current' ? 'step' : undefined}
          >
            <span className="stepper-mark" aria-hidden="true">
              {status === 'complete' ? (
                <svg width="16" height="16" aria-hidden="true">
                  <use href="#icon-tick" />
                </svg>
              ) : (
                index + 1
              )}
            </span>
            {status === 'complete' ? (
              <a className="stepper-name" href={pathOfStep(step)} onClick={onPlainClick(() => onGo(step))}>
                {stepNames[step]}
              </a>
            ) : (
              <span className="stepper-name">{stepNames[step]}</span>
            )}
            <span className="visually-hidden"> {stepStatusText[status]}</span>
          </li>
        ))}
      </ol>
      {current && (
        <p className="stepper-line" aria-hidden="true">
          {stepHeading(current.step)}
        </p>
      )}
    </nav>
  )
})
