/** The hook of steps 1, 2 and 4 that locks later steps when an answer changes, until Next is clicked. */

import { useLayoutEffect } from 'react'
import type { Step } from '#journey/steps.ts'
import { useDraft } from './draft-store.ts'

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
