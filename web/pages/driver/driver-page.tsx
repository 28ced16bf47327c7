/** Step 2: the criminal record question, the drivers, and the quote that their answers ask the insurer for (DRIVER-07). */
import { useState } from 'react'
import { driverProblems } from '#journey/questions/driver.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import { useApi } from '#web/api/client.ts'
import { errorPath, useWizard } from '#web/app/navigation.tsx'
import { SorryDialog } from '#web/app/shared-dialogs.ts'
import { Form } from '#web/components/form.tsx'
import { Actions } from '#web/components/form-actions.tsx'
import { useStepForm } from '#web/components/use-form.ts'
import { YesNo } from '#web/components/yes-no-field.tsx'
import { driverWords } from '#web/content/driver.ts'
import { driverMessages } from '#web/content/messages/driver.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { useDraft, useFromAnswers } from '#web/features/draft/draft-store.ts'
import { useChangedAnswers } from '#web/features/draft/use-lock-later-steps.ts'
import { StepFrame } from '#web/layout/step-layout.tsx'
import { Later, nextAct, nextFile } from '#web/lib/lazy.tsx'
import { today } from '#web/lib/server-clock.ts'
import { DriverList } from './driver-list.tsx'
import { driverLabel } from './field-labels.ts'

const requestFile = nextFile(() => import('#web/features/quote-requests/rated-quote-request.ts'))
const refusalHere = nextAct(
  () => import('#web/features/quote-access/failure-action.ts'),
  file => file.refusalHere,
  { kind: 'leave', path: errorPath },
)

export function DriverStep() {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const [isSorry, setIsSorry] = useState(false)
  /** The answers that no price is to be had for. */
  const [refused, setRefused] = useState<Answers | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useChangedAnswers('driver')
  const stop = useFromAnswers(answers =>
    answers.criminalRecord === 'YES'
      ? driverWords.stopCriminalRecord
      : answers === refused
        ? driverWords.sorry
        : null,
  )
  const form = useStepForm(
    (answers: Answers) => driverProblems(answers, today(), draft.facts().takenIncidents),
    driverMessages,
    driverLabel,
  )

  async function send(): Promise<void> {
    const request = await requestFile().catch(() => null)
    if (!request) return wizard.leave(errorPath)
    const { quote: _, ...facts } = draft.facts()
    // Without its number and history, so that another tab's change does not stop step 2: the server amends the quote it has.
    const answers = draft.answers()
    const body = request.ratedRequest(answers, facts, { today: today() })
    if (!body) return wizard.go('car')
    // A new price is declared anew, whatever comes of the call.
    draft.setFacts({ furthest: 'driver' })
    const answer = await api.call('quoteCreate', { body })
    // The answers were cleared meanwhile, or are of another car.
    if (draft.facts().quoteId !== body.id) return
    // What was put right meanwhile is in no price yet.
    if (draft.answers() !== answers && wizard.isHere()) return submit()
    if (answer.outcome === 'ok' || answer.outcome === 'empty') {
      const isOffline = answer.outcome === 'empty'
      if (isOffline) track('quote_offline')
      const quote = answer.outcome === 'ok' && 'data' in answer.data ? answer.data.data.attributes : undefined
      draft.setFacts({
        offline: isOffline || undefined,
        quote,
        isUnamended: true,
        takenIncidents: request.incidentAnswers(answers),
        ...(quote && { quoteNumber: quote.policyDetails.quoteNum }),
      })
      return wizard.next()
    }
    // Another tab moved the car: step 1 saves it as it is shown here.
    if (answer.outcome === 'refused' && answer.problem.code === 'STALE') return wizard.go('car')
    const refusal = await refusalHere(answer, api, draft)
    if (refusal.kind === 'leave') wizard.leave(refusal.path)
    else if (refusal.kind === 'not-insurable') {
      setRefused(answers)
      setIsSorry(true)
    }
  }

  async function submit(): Promise<void> {
    if (draft.answers().criminalRecord === 'YES') return
    setIsBusy(true)
    await form.send(send)
    setIsBusy(false)
  }

  return (
    <StepFrame step="driver" title={driverWords.title} purpose={driverWords.purpose}>
      <Form problems={form.problems} labels={driverLabel} onSubmit={() => void submit()} busy={isBusy}>
        <YesNo
          field="criminalRecord"
          legend={driverWords.criminalRecord}
          question={<p>{driverWords.criminalRecordQuestion}</p>}
          hint={driverWords.criminalRecordHint}
          onChoose={answer => {
            if (answer === 'YES') setIsSorry(true)
          }}
        />
        <Later>
          <DriverList />
          <Actions next={{ stoppedBecause: stop ? [stop] : [], busy: isBusy }} back={wizard.back} />
        </Later>
      </Form>
      <SorryDialog open={isSorry} text={driverWords.sorry} onClose={() => setIsSorry(false)} />
    </StepFrame>
  )
}
