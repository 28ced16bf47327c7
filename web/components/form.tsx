/**
 * A form of ours: no bubbles of the browser's, an error summary on top that takes the focus on every failed submit, and
 * 'Error: ' before the page's title while something is wrong (SHELL-13).
 */
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { ErrorSummary } from './error-summary.tsx'
import { FieldErrorsContext, type FieldErrorText } from './field-errors.ts'

/** Where a step wants its summary: above the h1. Null inside dialogs, whose forms show it on top of themselves. */
export const ErrorSummaryContainer = createContext<RefObject<HTMLElement | null> | null>(null)

export interface FormProps {
  readonly errors: readonly FieldErrorText[]
  readonly labels: (field: string) => string
  readonly onSubmit: () => void
  readonly busy?: boolean
  readonly children: ReactNode
}

const errorPrefix = 'Error: '

/** A popup has a form of its own: right again there says nothing of the page below it. */
let wrongForms = 0

function countWrong(more: 1 | -1): void {
  wrongForms += more
  document.title = (wrongForms ? errorPrefix : '') + document.title.replace(errorPrefix, '')
}

export function Form({ errors, labels, onSubmit, busy = false, children }: FormProps) {
  const place = useContext(ErrorSummaryContainer)
  const summary = useRef<HTMLDivElement>(null)
  /** Next was pressed since all was well: only then is there a summary to be seen. */
  const [isTried, setTried] = useState(false)
  const submitted = useRef(false)
  const wrong = errors.length > 0

  useEffect(() => {
    if (errors.length > 0 && submitted.current) {
      submitted.current = false
      summary.current?.focus()
    }
  }, [errors])

  // With the picture, not after it: a press that is quicker than that would be taken for none.
  useLayoutEffect(() => {
    if (wrong) {
      countWrong(1)
      return () => countWrong(-1)
    }
    // While a call is out its answer may still be what is wrong with this press.
    if (busy) return
    setTried(false)
    submitted.current = false
  }, [wrong, busy])

  const shown = wrong && <ErrorSummary ref={summary} problems={errors} labels={labels} isTried={isTried} />
  return (
    <FieldErrorsContext value={errors}>
      {place?.current && shown ? createPortal(shown, place.current) : shown}
      <form
        noValidate
        method="post"
        aria-busy={busy || undefined}
        onSubmit={event => {
          event.preventDefault()
          // A dialog's form sends its event up here too, through React's tree.
          event.stopPropagation()
          if (busy) return
          submitted.current = true
          setTried(true)
          onSubmit()
        }}
      >
        {children}
      </form>
    </FieldErrorsContext>
  )
}
