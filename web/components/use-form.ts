/**
 * The hook for a form's validation: checks everything on submit and nothing before. A flagged field loses its
 * message once it is right, and gets a different one only when it is left.
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldPath, type QuoteForm, textAt } from '#journey/questions/quote-form.ts'
import type { ValidationError } from '#journey/questions/validation-error.ts'
import { type Messages, messageText } from '#web/content/messages/messages.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { nextPaint } from '#web/lib/after-paint.tsx'
import { deferUntilPointerUp } from './defer-until-pointer-up.ts'
import type { FieldErrorText } from './field-errors.ts'

/** `Code`: the error codes of the form. */
export interface FormHandle<Code extends string = string> {
  /** Current errors, for <Form problems>. */
  readonly errors: readonly FieldErrorText[]
  /** Checks everything; runs `onValid` if nothing is wrong, and resolves after it. */
  submit(onValid: () => void | Promise<void>): Promise<void>
  /**
   * As `submit`, for a call: the click's effect is painted first. Changes made until then, or while `prepare`
   * ran, are validated before sending. If `prepare` resolves to false, nothing is sent.
   */
  submitWithCall(call: () => Promise<void>, prepare?: () => Promise<boolean>): Promise<void>
  /**
   * Flags an error that a call returned (unknown plate, address not found). It stays until its field changes.
   */
  addError(problem: ValidationError<Code, FieldPath>): void
  clearError(field: FieldPath): void
  /** Moves errors along with answers that move to other fields; null drops one. */
  moveErrors(to: (field: FieldPath) => FieldPath | null): void
}

/** Milliseconds to wait for a running lookup at submit; after that its field counts as it is. */
const lookUpPatienceMs = 15_000

export function useForm<Code extends string>(
  check: (answers: QuoteForm) => readonly ValidationError<Code, FieldPath>[],
  messages: Messages<Code>,
): FormHandle<Code> {
  const draft = useDraft()
  const [problems, setProblems] = useState<readonly ValidationError<Code, FieldPath>[]>([])
  /** The rejected answer of each error that a call returned. */
  const found = useRef(new Map<FieldPath, string>())
  const latestCheck = useRef(check)
  useEffect(() => {
    latestCheck.current = check
  })

  useEffect(() => {
    /**
     * Removes the errors of fields that are now right; when a field is left, the others show their current
     * error.
     */
    const recheck = (isLeft: boolean) =>
      setProblems(flagged => {
        if (flagged.length === 0) return flagged
        const answers = draft.answers()
        const now = latestCheck.current(answers)
        const still = flagged.flatMap(problem => {
          const { field } = problem
          const current = now.find(candidate => candidate.field === field)
          if (current) return isLeft ? current : problem
          return found.current.get(field) === textAt(answers, field) ? problem : []
        })
        return isLeft || still.length < flagged.length ? still : flagged
      })
    const stop = new AbortController()
    const unpressed = deferUntilPointerUp(stop.signal)
    const changed = () => recheck(false)
    const left = () => recheck(true)
    const forget = draft.subscribe(() => unpressed(changed))
    document.addEventListener('focusout', () => unpressed(left), { capture: true, signal: stop.signal })
    return () => {
      forget()
      stop.abort()
    }
  }, [draft])

  // Stable until another error is flagged: the form focuses its summary for a new array.
  const errors = useMemo(
    () => problems.map(problem => ({ ...problem, text: messageText(messages, problem) })),
    [problems, messages],
  )
  // Memoised until the errors change, so that dependent components do not render on every keystroke.
  return useMemo((): FormHandle<Code> => {
    const submit: FormHandle<Code>['submit'] = async onValid => {
      const now = await settledProblems(draft, answers => latestCheck.current(answers))
      setProblems(before => (before.length + now.length > 0 ? now : before))
      if (now.length === 0) await onValid()
    }
    return {
      errors,
      submit,
      submitWithCall: (call, prepare) =>
        submit(async () => {
          await nextPaint()
          if (prepare && !(await prepare())) return
          await submit(call)
        }),
      addError(problem) {
        found.current.set(problem.field, textAt(draft.answers(), problem.field))
        // First in the list, as it mostly is on its page: the plate of step 1, the value of step 3.
        setProblems(flagged => [problem, ...flagged.filter(other => other.field !== problem.field)])
      },
      clearError(field) {
        found.current.delete(field)
        setProblems(flagged => flagged.filter(problem => problem.field !== field))
      },
      moveErrors: to =>
        setProblems(flagged =>
          flagged.flatMap(problem => {
            const field = to(problem.field)
            return field === null ? [] : { ...problem, field }
          }),
        ),
    }
  }, [draft, errors])
}

/**
 * Errors after running lookups have ended. A field under lookup is not wrong yet; if another field is, its
 * error shows at once.
 */
async function settledProblems<Code extends string>(
  draft: Draft,
  check: (answers: QuoteForm) => readonly ValidationError<Code, FieldPath>[],
): Promise<readonly ValidationError<Code, FieldPath>[]> {
  const { pendingLookups } = draft
  const patience = AbortSignal.timeout(lookUpPatienceMs)
  const late = new Promise<void>(resolve => patience.addEventListener('abort', () => resolve()))
  for (;;) {
    const all = check(draft.answers())
    const end = pendingLookups.nextSettled()
    if (!end || patience.aborted) return all
    const sure = all.filter(({ field }) => !pendingLookups.isPending(field))
    if (sure.length > 0) return sure
    await Promise.race([end, late])
  }
}
