/** Step 2: the criminal record question and the drivers. Next requests the price from the insurer. */

import { useState } from 'react'
import { driverErrors, incidentsOf } from '#journey/questions/driver.ts'
import type { QuoteForm } from '#journey/questions/quote-form.ts'
import { useApi } from '#web/api/client.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { Form } from '#web/components/form.tsx'
import { FormActions } from '#web/components/form-actions.tsx'
import { useForm } from '#web/components/use-form.ts'
import { YesNoField } from '#web/components/yes-no-field.tsx'
import { driverText } from '#web/content/driver.ts'
import { driverMessages } from '#web/content/messages/driver.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { reportDecline } from '#web/features/analytics/report-decline.ts'
import { useAnswersSelector, useDraft } from '#web/features/draft/draft-store.ts'
import { useLockLaterSteps } from '#web/features/draft/use-lock-later-steps.ts'
import { resolveFailure } from '#web/features/quote-access/failure-action.ts'
import { ratedQuoteRequest } from '#web/features/quote-requests/rated-quote-request.ts'
import { SorryDialog } from '#web/layout/sorry-dialog.tsx'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/after-paint.tsx'
import { today } from '#web/lib/server-clock.ts'
import { DriverList } from './driver-list.tsx'

export function DriverPage() {
  const api = useApi()
  const draft = useDraft()
  const wizard = useNavigation()
  const [isSorry, setIsSorry] = useState(false)
  /** The answers that no price is to be had for. */
  const [refused, setRefused] = useState<QuoteForm | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useLockLaterSteps('driver')
  const stop = useAnswersSelector(answers =>
    answers.driver.criminalRecord === 'YES'
      ? driverText.stopCriminalRecord
      : answers === refused
        ? driverText.sorry
        : null,
  )
  const form = useForm(
    answers => driverErrors(answers.driver, today(), draft.state().acceptedIncidents),
    driverMessages,
  )

  async function send(): Promise<void> {
    const { quote: _, ...draftState } = draft.state()
    // Without its number and history, so that another tab's change does not stop step 2: the server amends the quote it has.
    const answers = draft.answers()
    const body = ratedQuoteRequest(answers, draftState, { today: today() })
    if (!body) return wizard.goTo('car')
    // A new price needs a new declaration, even if the call fails.
    draft.setState({ furthestStep: 'driver' })
    const answer = await api.call('quoteCreate', { body })
    // The answers were cleared during the request, or belong to another car.
    if (draft.state().quoteId !== body.id) return
    // Answers changed during the request are not part of any price yet.
    if (draft.answers() !== answers && wizard.isCurrent()) return submit()
    if (answer.outcome === 'ok' || answer.outcome === 'empty') {
      const isOffline = answer.outcome === 'empty'
      if (isOffline) track('quote_offline')
      const quote = answer.outcome === 'ok' && 'data' in answer.data ? answer.data.data.attributes : undefined
      draft.setState({
        offline: isOffline || undefined,
        quote,
        needsAmend: true,
        acceptedIncidents: answers.driver.drivers.map(incidentsOf),
        ...(quote && { quoteNumber: quote.policyDetails.quoteNum }),
      })
      return wizard.next()
    }
    // Another tab changed the overnight address: step 1 saves the one shown here.
    if (answer.outcome === 'refused' && answer.problem.code === 'STALE') return wizard.goTo('car')
    const refusal = await resolveFailure(answer, api, draft)
    if (refusal.kind === 'leave') wizard.navigateTo(refusal.path)
    else if (refusal.kind === 'not-insurable') {
      setRefused(answers)
      setIsSorry(true)
    }
  }

  async function submit(): Promise<void> {
    if (draft.answers().driver.criminalRecord === 'YES') return
    setIsBusy(true)
    await form.submitWithCall(send)
    setIsBusy(false)
  }

  return (
    <StepLayout step="driver" title={driverText.title} purpose={driverText.purpose}>
      <Form errors={form.errors} onSubmit={() => void submit()} busy={isBusy}>
        <YesNoField
          field="driver.criminalRecord"
          legend={driverText.criminalRecord}
          question={<p>{driverText.criminalRecordQuestion}</p>}
          hint={driverText.criminalRecordHint}
          onChoose={answer => {
            if (answer !== 'YES') return
            reportDecline(draft.state().quoteId, 'CRIMINAL_RECORD')
            setIsSorry(true)
          }}
        />
        <AfterFirstPaint>
          <DriverList />
          <FormActions next={{ stoppedBecause: stop ? [stop] : [], busy: isBusy }} back={wizard.back} />
        </AfterFirstPaint>
      </Form>
      <SorryDialog open={isSorry} text={driverText.sorry} onClose={() => setIsSorry(false)} />
    </StepLayout>
  )
}
