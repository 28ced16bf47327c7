/** The hook of steps 1, 2 and 4 that locks later steps when an answer changes, until Next is clicked. */

import { useLayoutEffect } from 'react'
import type { Step } from '#journey/steps.ts'
import { useDraft } from './draft-store.ts'

/** An answer that is changed while this step shows makes it the furthest that may be shown. */
export function useLockLaterSteps(step: Step): void {
  const draft = useDraft()
  // Not after the picture: by then the next step has prepared its own answers.
  useLayoutEffect(() => {
    let seen = draft.answers()
    return draft.subscribe(() => {
      const answers = draft.answers()
      const { furthestStep } = draft.state()
      // What stands in a popup, of an address before it is used or of the quote's mail, is no answer of the step.
      const isChanged = Object.keys(answers).some(
        field => answers[field] !== seen[field] && !/^manual|Email$/.test(field),
      )
      seen = answers
      // Where nothing is reached any more the answers were cleared: that is no answer to this step.
      if (isChanged && furthestStep)
        draft.setState({
          furthestStep: step,
          ...(step === 'policyholder' && { arePolicyholdersUnsaved: true }),
        })
    })
  }, [draft, step])
}
