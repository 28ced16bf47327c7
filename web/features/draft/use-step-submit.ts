/** Hooks of steps 1, 2 and 4: one validates, saves and goes on; the other locks later steps after a change. */
import { useLayoutEffect, useState } from 'react'
import type { RequestBodyOf, ResponseOf } from '#contract/endpoints.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { errorPath } from '#journey/page-paths.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import type { Step } from '#journey/steps.ts'
import { type Api, useApi } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import type { FormHandle } from '#web/components/use-form.ts'
import { failedCallAction, reverifyOwnerPath } from '#web/features/quote-access/failed-call-action.ts'
import { type Navigation, useNavigation } from '#web/lib/screens-and-navigation.ts'
import { type Draft, useDraft } from './draft-store.ts'

type Result = ApiResult<ResponseOf<'quoteCreate'>>
type SavedResult = Extract<Result, { outcome: 'ok' | 'no-content' }>

export interface StepSaveOptions {
  /** The body that saves the answers; null while it cannot be made. */
  request(answers: FormAnswers): RequestBodyOf<'quoteCreate'> | null
  /** Called instead of saving when there is no body. */
  onIncomplete?(): void
  /** Called just before the call: what must hold even if the call fails. */
  onSend?(): void
  /** Called when these answers are saved. Navigation does nothing if the customer has left the step. */
  onSaved(result: SavedResult, answers: FormAnswers): void | Promise<void>
  /** True if the step itself handles this rejection of these answers; all others are the same for every step. */
  onError?(code: ProblemCode, answers: FormAnswers): boolean
  /** The security check did not finish: nothing was sent. */
  onCaptchaFailed?(): void
}

export interface SaveDependencies {
  readonly api: Api
  readonly draft: Draft
  readonly navigation: Pick<Navigation, 'isCurrent' | 'navigateTo'>
}

/** Saves the answers. Resolves to 'changed' if the customer changed them during the call: submit again. */
export async function saveStep(
  step: StepSaveOptions,
  { api, draft, navigation }: SaveDependencies,
): Promise<'changed' | 'done'> {
  const answers = draft.answers()
  const body = step.request(answers)
  if (!body) {
    step.onIncomplete?.()
    return 'done'
  }
  step.onSend?.()
  let result = await api.call('quoteCreate', { body })
  // An amend of step 3 was stored during this call, or another tab changed the car. After an amend the second call is accepted,
  // because the body names no version.
  if (result.outcome === 'error' && result.code === 'STALE' && draft.answers() === answers)
    result = await api.call('quoteCreate', { body })
  if (draft.answers() !== answers && navigation.isCurrent()) return 'changed'
  // The answers were cleared, or belong to another car now.
  if (draft.state().quoteId !== body.id) return 'done'
  if (result.outcome === 'ok' || result.outcome === 'no-content') await step.onSaved(result, answers)
  else if (navigation.isCurrent()) await handleFailure(step, answers, result, { api, draft, navigation })
  return 'done'
}

async function handleFailure(
  step: StepSaveOptions,
  answers: FormAnswers,
  result: Exclude<Result, SavedResult>,
  { api, draft, navigation }: SaveDependencies,
): Promise<void> {
  const identityPath = await reverifyOwnerPath(result, api, draft)
  if (identityPath) return navigation.navigateTo(identityPath)
  if (result.outcome === 'error' && step.onError?.(result.code, answers)) return
  const failure = failedCallAction(result)
  if (failure.kind === 'leave') navigation.navigateTo(failure.path)
  else if (failure.kind === 'not-insurable') navigation.navigateTo(errorPath)
  else if (failure.kind === 'captcha-failed') step.onCaptchaFailed?.()
}

export interface StepSubmitOptions extends StepSaveOptions {
  readonly form: Pick<FormHandle, 'submitWithCall'>
  /** False where the page already says why the step cannot be submitted. */
  canSubmit?(): boolean
  /** Runs between two validations; false: nothing is saved. */
  readonly prepare?: () => Promise<boolean>
}

export function useStepSubmit({ form, canSubmit, prepare, ...step }: StepSubmitOptions) {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const [isSaving, setIsSaving] = useState(false)

  async function submit(): Promise<void> {
    if (canSubmit && !canSubmit()) return
    await form.submitWithCall(save, prepare)
  }

  async function save(): Promise<void> {
    const endCall = navigation.prepareForCall()
    const saving: StepSaveOptions = {
      ...step,
      onSend() {
        setIsSaving(true)
        step.onSend?.()
      },
      onSaved(result, answers) {
        // In one render with the navigation.
        setIsSaving(false)
        return step.onSaved(result, answers)
      },
    }
    const ended = await saveStep(saving, { api, draft, navigation }).finally(() => {
      endCall()
      setIsSaving(false)
    })
    if (ended === 'changed') await submit()
  }

  return { submit, isSaving }
}

/** The sections of the steps. Those of dialogs and of the start page are not answers of a step. */
const stepSections = ['car', 'driver', 'cover', 'policyholders', 'payment'] as const

/** When an answer of this step changes, later steps are locked until Next is clicked. */
export function useLockLaterSteps(step: Step): void {
  const draft = useDraft()
  // A layout effect: after the paint, the next step would already have prepared its own answers.
  useLayoutEffect(() => {
    let seen = draft.answers()
    return draft.subscribe(() => {
      const answers = draft.answers()
      const { furthestStep } = draft.state()
      const isChanged = stepSections.some(section => answers[section] !== seen[section])
      seen = answers
      // Without a furthest step the answers were cleared: that is not a change of this step.
      if (isChanged && furthestStep)
        draft.setState({
          furthestStep: step,
          ...(step === 'policyholder' && { arePolicyholdersUnsaved: true }),
        })
    })
  }, [draft, step])
}
