/**
 * A form with an error summary and the action buttons of a step. The summary gets the focus after each failed
 * submit, and the page title then begins with 'Error: '.
 */
import {
  type ContextType,
  createContext,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { errorSummaryMessage, layoutText } from '#web/content/layout.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { Button } from './button.tsx'
import { FieldErrorsContext, type FieldErrorText, fieldId, RegisterLabelContext } from './field.tsx'
import './form.css'
import type { FormHandle } from './use-form.ts'

/** Element for a step's error summary, above the h1. Null in dialogs, whose forms show it at their own top. */
export const ErrorSummaryContainerContext = createContext<RefObject<HTMLElement | null> | null>(null)

export interface FormProps {
  readonly form: Pick<FormHandle, 'errors' | 'failures' | 'isBusy'>
  readonly onSubmit: () => void
  readonly children: ReactNode
}

const errorPrefix = 'Error: '

/** Number of forms with errors: a dialog's valid form must not clear the title of the page below. */
let wrongForms = 0

function countWrong(more: 1 | -1): void {
  wrongForms += more
  document.title = (wrongForms ? errorPrefix : '') + document.title.replace(errorPrefix, '')
}

export function Form({ form, onSubmit, children }: FormProps) {
  const { errors, failures, isBusy } = form
  const place = useContext(ErrorSummaryContainerContext)
  const summary = useRef<HTMLDivElement>(null)
  /** True if Next was clicked since the form was last valid; the summary is visible only then. */
  const [isTried, setTried] = useState(false)
  const submitted = useRef(false)
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  const register = useCallback<ContextType<typeof RegisterLabelContext>>(
    (field, label) =>
      setLabels(known => (known.get(field) === label ? known : new Map(known).set(field, label))),
    [],
  )
  const wrong = errors.length > 0

  useEffect(() => {
    if (failures > 0 && submitted.current) {
      submitted.current = false
      summary.current?.focus()
    }
  }, [failures])

  // In a layout effect: a click that comes before a passive effect would be missed.
  useLayoutEffect(() => {
    if (wrong) {
      countWrong(1)
      return () => countWrong(-1)
    }
    // The running call's result may still be the error of this click.
    if (isBusy) return
    setTried(false)
    submitted.current = false
  }, [wrong, isBusy])

  const shown = wrong && <ErrorSummary ref={summary} problems={errors} labels={labels} isTried={isTried} />
  return (
    <FieldErrorsContext value={errors}>
      {place?.current && shown ? createPortal(shown, place.current) : shown}
      <RegisterLabelContext value={register}>
        <form
          noValidate
          method="post"
          aria-busy={isBusy || undefined}
          onSubmit={event => {
            event.preventDefault()
            // React also bubbles a dialog form's event up here, through the component tree.
            event.stopPropagation()
            if (isBusy) return
            submitted.current = true
            setTried(true)
            onSubmit()
          }}
        >
          {children}
        </form>
      </RegisterLabelContext>
    </FieldErrorsContext>
  )
}

interface ErrorSummaryProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly problems: readonly FieldErrorText[]
  readonly labels: ReadonlyMap<string, string>
  /**
   * True after Next was clicked. Before that the summary is only read out, because showing it would shift the
   * page under a finger.
   */
  readonly isTried: boolean
}

export function ErrorSummary({ ref, problems, labels, isTried }: ErrorSummaryProps) {
  const line = ({ field, text }: FieldErrorText) => errorSummaryMessage(labels.get(field) ?? '', text)
  if (!isTried)
    return (
      <p className="visually-hidden" role="alert">
        {problems.map(line).join('. ')}
      </p>
    )
  return (
    // Not live: the focus moves here, and a screen reader would read the list a second time.
    <div className="stack gap-2 form-summary" role="alert" aria-live="off" tabIndex={-1} ref={ref}>
      <h2 className="h3">{layoutText.thereIsAProblem}</h2>
      <ul className="plain-list stack gap-2">
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

export interface FormActionsProps {
  readonly next: {
    /** Reasons why Next is disabled; if there are any, it is aria-disabled and they are listed beside it. */
    readonly disabledReasons?: readonly string[]
    /** The same for reasons the customer cannot fix: shown as final, with a phone number. */
    readonly declineReasons?: readonly string[]
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
  const stops = next.declineReasons ?? []
  const reasons = [...stops, ...(next.disabledReasons ?? [])]
  return (
    <div className="stack gap-3">
      <div className="buttons form-buttons">
        <Button
          type={next.onPress ? 'button' : 'submit'}
          busy={next.busy}
          blocked={reasons.length > 0}
          describedBy={reasons.length > 0 ? reasonsId : undefined}
          onPress={next.onPress}
        >
          {layoutText.next}
        </Button>
        {back && (
          <Button kind="secondary" onPress={back}>
            {layoutText.back}
          </Button>
        )}
        {extra}
      </div>
      <div className="live-region form-reasons" id={reasonsId} aria-live="polite">
        {reasons.length > 0 && (
          <>
            <p>{stops.length > 0 ? layoutText.stopped : layoutText.toContinue}</p>
            <ul>
              {reasons.map(reason => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
            {stops.length > 0 && (
              <div className="form-call">
                {layoutText.stoppedHelp}{' '}
                <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>.
              </div>
            )}
          </>
        )}
      </div>
    </div>
  )
}
