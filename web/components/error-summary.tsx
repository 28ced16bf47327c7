/** The error summary of a form: a list of all errors, each a link to its field. */
import type { Ref } from 'react'
import { errorSummaryLine, layoutText } from '#web/content/layout.ts'
import { type FieldErrorText, fieldId } from './field-errors.ts'
import css from './form.module.css'

interface ErrorSummaryProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly problems: readonly FieldErrorText[]
  /** The label of each field on the page. */
  readonly labels: ReadonlyMap<string, string>
  /**
   * True after Next was clicked. Before that the summary is only read out, because showing it would shift the
   * page under a finger.
   */
  readonly isTried: boolean
}

export function ErrorSummary({ ref, problems, labels, isTried }: ErrorSummaryProps) {
  const line = ({ field, text }: FieldErrorText) => errorSummaryLine(labels.get(field) ?? '', text)
  if (!isTried)
    return (
      <p className="hear" role="alert">
        {problems.map(line).join('. ')}
      </p>
    )
  return (
    // Not live: the focus moves here, and a screen reader would read the list a second time.
    <div className={css.summary} role="alert" aria-live="off" tabIndex={-1} ref={ref}>
      <h2 className={css.summaryHeading}>{layoutText.thereIsAProblem}</h2>
      <ul className={css.problems}>
        {problems.map(problem => (
          <li key={line(problem)}>
            <a
              href={`#${fieldId(problem.field)}`}
              onClick={event => {
                // Not by the link's fragment: it would add a history entry.
                event.preventDefault()
                document.getElementById(fieldId(problem.field))?.focus()
              }}
            >
              {line(problem)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
