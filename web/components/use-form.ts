/**
 * The form validation hook: validates on submit only. After that, an error disappears as soon as the field is
 * correct, and another error appears only when the field is left.
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type FieldPath, type FormAnswers, getFieldValue } from '#journey/questions/form-answers.ts'
import type { ValidationError } from '#journey/questions/validation-error.ts'
import { type Messages, messageText } from '#web/content/messages.ts'
import { withTimeout } from '#web/lib/delay.ts'
import { nextPaint } from '#web/lib/page-lifecycle.tsx'
import { type AnswersStore, useAnswersStore } from './answers-context.ts'
import type { FieldErrorText } from './field.tsx'

/** `Code`: the error codes of the form. */
export interface FormHandle<Code extends string = string> {
  readonly errors: readonly FieldErrorText[]
  /** Number of times that a submit or a call found errors: the form then focuses its summary. */
  readonly failures: number
  /** True from a submit until its work has ended. */
  readonly isBusy: boolean
  /** Checks everything; runs `onValid` if nothing is wrong, and resolves after it. */
  submit(onValid: () => void | Promise<void>): Promise<void>
  /**
   * As `submit`, for a call: the click's effect is painted first. Changes made until then, or while `prepare`
   * ran, are validated before sending. If `prepare` resolves to false, nothing is sent.
   */
  submitWithCall(call: () => Promise<void>, prepare?: () => Promise<boolean>): Promise<void>
  /** Shows this field's current error before Next is clicked. The error disappears when the field is correct. */
  showError(field: FieldPath): void
  // The next three are the same functions in every render.
  /** Flags an error that a call returned (unknown plate, address not found), until its field changes. */
  readonly addError: (error: ValidationError<Code, FieldPath>) => void
  readonly clearError: (field: FieldPath) => void
  /** Moves errors along with answers that move to other fields; null drops one. */
  readonly moveErrors: (to: (field: FieldPath) => FieldPath | null) => void
}

/** Milliseconds to wait for a running lookup at submit; after that its field counts as it is. */
const lookUpPatienceMs = 15_000

/** @param check reads what it needs besides the answers when it is called: a submit may call it late */
export function useForm<Code extends string>(
  check: (answers: FormAnswers) => FieldErrors<Code>,
  messages: Messages<Code>,
): FormHandle<Code> {
  const store = useAnswersStore()
  const [problems, setProblems] = useState<FieldErrors<Code>>([])
  const [failures, setFailures] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  /** The rejected answer for each error that a call returned. */
  const rejected = useRef(new Map<FieldPath, string>())

  /**
   * Removes the errors of fields that are now right; when a field is left, the others show their current error, except
   * fields under lookup.
   */
  const recheck = useEffectEvent((hasLeftField: boolean) =>
    setProblems(flagged => {
      if (flagged.length === 0) return flagged
      const answers = store.answers()
      const found = check(answers)
      const still = flagged.flatMap(problem => {
        const { field } = problem
        const current = found.find(other => other.field === field)
        if (current) return hasLeftField && !store.pendingLookups.isPending(field) ? current : problem
        return rejected.current.get(field) === getFieldValue(answers, field) ? problem : []
      })
      return hasLeftField || still.length < flagged.length ? still : flagged
    }),
  )
  useEffect(() => {
    const stop = new AbortController()
    const afterPointerUp = deferUntilPointerUp(stop.signal)
    const changed = () => recheck(false)
    const left = () => recheck(true)
    const unsubscribe = store.subscribe(() => afterPointerUp(changed))
    // On the document, after the fields' own blur handlers: they start lookups.
    document.addEventListener('focusout', () => afterPointerUp(left), { signal: stop.signal })
    return () => {
      unsubscribe()
      stop.abort()
    }
  }, [store])

  const errors = useMemo(
    () => problems.map(problem => ({ ...problem, text: messageText(messages, problem) })),
    [problems, messages],
  )
  const errorActions = useMemo(
    (): Pick<FormHandle<Code>, 'addError' | 'clearError' | 'moveErrors'> => ({
      addError(error) {
        rejected.current.set(error.field, getFieldValue(store.answers(), error.field))
        // First in the list, as it mostly is on its page: the plate of step 1, the value of step 3.
        setProblems(flagged => [error, ...flagged.filter(other => other.field !== error.field)])
        setFailures(count => count + 1)
      },
      clearError(field) {
        rejected.current.delete(field)
        setProblems(flagged => flagged.filter(problem => problem.field !== field))
      },
      moveErrors: to =>
        setProblems(flagged =>
          flagged.flatMap(problem => {
            const field = to(problem.field)
            return field === null ? [] : { ...problem, field }
          }),
        ),
    }),
    [store],
  )

  const showError = (field: FieldPath) => {
    const error = check(store.answers()).find(found => found.field === field)
    if (error) setProblems(flagged => [error, ...flagged.filter(other => other.field !== field)])
  }
  const validate = async (onValid: () => void | Promise<void>) => {
    const now = await settledProblems(store, check)
    setProblems(before => (before.length + now.length > 0 ? now : before))
    if (now.length === 0) await onValid()
    else setFailures(count => count + 1)
  }
  const submit: FormHandle<Code>['submit'] = async onValid => {
    setIsBusy(true)
    try {
      await validate(onValid)
    } finally {
      setIsBusy(false)
    }
  }
  return {
    errors,
    failures,
    isBusy,
    showError,
    submit,
    submitWithCall: (call, prepare) =>
      submit(async () => {
        await nextPaint()
        if (prepare && !(await prepare())) return
        await validate(call)
      }),
    ...errorActions,
  }
}

type FieldErrors<Code extends string> = readonly ValidationError<Code, FieldPath>[]

/**
 * Errors after running lookups have ended. A field under lookup is not wrong yet; if another field is, its
 * error shows at once.
 */
async function settledProblems<Code extends string>(
  store: AnswersStore,
  check: (answers: FormAnswers) => FieldErrors<Code>,
): Promise<FieldErrors<Code>> {
  const { pendingLookups } = store
  const end = performance.now() + lookUpPatienceMs
  for (;;) {
    const all = check(store.answers())
    const settled = pendingLookups.nextSettled()
    const patienceMs = end - performance.now()
    if (!settled || patienceMs <= 0) return all
    const sure = all.filter(({ field }) => !pendingLookups.isPending(field))
    if (sure.length > 0) return sure
    await withTimeout(settled, patienceMs)
  }
}

/**
 * Runs an action at once, or after pointerup if the pointer is down. Validation uses it: a layout shift
 * between pointerdown and pointerup would make the browser lose the click.
 */
export function deferUntilPointerUp(signal: AbortSignal): (act: () => void) => void {
  let isPressed = false
  const waiting = new Set<() => void>()
  const on = (name: 'pointerdown' | 'pointerup' | 'pointercancel', listener: (event: PointerEvent) => void) =>
    document.addEventListener(name, listener, { capture: true, signal })
  const released = () => {
    isPressed = false
    // The click event follows pointerup; its handlers run first.
    for (const act of waiting) setTimeout(act)
    waiting.clear()
  }
  on('pointerdown', ({ button, target }) => {
    // Only the primary button, and not a native select: their menus swallow pointerup.
    isPressed = button === 0 && (target as Element).tagName !== 'SELECT'
  })
  on('pointerup', released)
  on('pointercancel', released)
  return act => {
    if (isPressed) waiting.add(act)
    else act()
  }
}
