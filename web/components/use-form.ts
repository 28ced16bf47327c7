/**
 * When a form checks what: everything on submit, never while somebody types for the first time; a flagged field loses
 * its message the moment it is right, and gets another one only when it is left (A6).
 */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Answers, ValidationError } from '#journey/questions/validation-error.ts'
import { type Messages, messageText } from '#web/content/messages/messages.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { nextPaint } from '#web/lib/lazy.tsx'
import { deferUntilPointerUp } from './defer-until-pointer-up.ts'
import type { FieldErrorText } from './field-errors.ts'

/** `Code`: all that may be wrong with it. */
export interface FormHandle<Code extends string = string> {
  /** For <Form problems>: what is flagged now. */
  readonly errors: readonly FieldErrorText[]
  /** For <Form labels>. */
  readonly labelOf: (field: string) => string
  /** Checks everything; runs `onValid` when nothing is wrong, and resolves after it. */
  submit(onValid: () => void | Promise<void>): Promise<void>
  /**
   * The same for what makes a call: the press is seen first. What was changed until then, or while `prepare` ran, is
   * checked before it is sent. Where `prepare` answers false nothing is sent.
   */
  submitWithCall(call: () => Promise<void>, prepare?: () => Promise<boolean>): Promise<void>
  /** Flags what a call found out (plate unknown, address not found). It stays until its field changes. */
  addError(problem: ValidationError<Code>): void
  clearError(field: string): void
  /** Messages follow their answers to other fields, before the answers are moved; null drops one. */
  moveProblems(to: (field: string) => string | null): void
}

/** A look-up that has not ended by then keeps nobody waiting: its field is wrong as it stands. */
const lookUpPatienceMs = 15_000

export function useForm<Code extends string>(
  check: (answers: Answers) => readonly ValidationError<Code>[],
  messages: Messages<Code>,
  labelOf: (field: string) => string,
): FormHandle<Code> {
  const draft = useDraft()
  const [problems, setProblems] = useState<readonly ValidationError<Code>[]>([])
  /** Of what calls found out: the answer that was wrong then. */
  const found = useRef(new Map<string, string | null>())
  const latestCheck = useRef(check)
  useEffect(() => {
    latestCheck.current = check
  })

  useEffect(() => {
    /** Takes the messages of what is right by now away; once a field is left, the others say what is wrong with theirs now. */
    const recheck = (isLeft: boolean) =>
      setProblems(flagged => {
        if (flagged.length === 0) return flagged
        const answers = draft.answers()
        const now = latestCheck.current(answers)
        const still = flagged.flatMap(problem => {
          const { field } = problem
          const current = now.find(candidate => candidate.field === field)
          if (current) return isLeft ? current : problem
          return found.current.get(field) === (answers[field] ?? null) ? problem : []
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

  // The same ones until another is flagged: a form takes the focus to its summary for new ones.
  const told = useMemo(
    () => problems.map(problem => ({ ...problem, text: messageText(messages, problem) })),
    [problems, messages],
  )
  // One object as long as nothing is flagged anew, so that what hangs on it is not drawn again for each letter.
  return useMemo((): FormHandle<Code> => {
    const submit: FormHandle<Code>['submit'] = async onValid => {
      const now = await settledProblems(draft, answers => latestCheck.current(answers))
      setProblems(before => (before.length + now.length > 0 ? now : before))
      if (now.length === 0) await onValid()
    }
    return {
      errors: told,
      labelOf,
      submit,
      submitWithCall: (call, prepare) =>
        submit(async () => {
          await nextPaint()
          if (prepare && !(await prepare())) return
          await submit(call)
        }),
      addError(problem) {
        found.current.set(problem.field, draft.answers()[problem.field] ?? null)
        // First, as it mostly is on its page: the plate of step 1, the value of step 3.
        setProblems(flagged => [problem, ...flagged.filter(other => other.field !== problem.field)])
      },
      clearError(field) {
        found.current.delete(field)
        setProblems(flagged => flagged.filter(problem => problem.field !== field))
      },
      moveProblems: to =>
        setProblems(flagged =>
          flagged.flatMap(problem => {
            const field = to(problem.field)
            return field === null ? [] : { ...problem, field }
          }),
        ),
    }
  }, [draft, told, labelOf])
}

/**
 * What is wrong once the look-ups under way have ended. A field that is still being looked up is not wrong yet; where
 * another one is, that is said at once.
 */
async function settledProblems<Code extends string>(
  draft: Draft,
  check: (answers: Answers) => readonly ValidationError<Code>[],
): Promise<readonly ValidationError<Code>[]> {
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
