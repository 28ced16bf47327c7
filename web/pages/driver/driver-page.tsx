/** The page of step 2 (driver): the yes/no questions and the drivers. Next requests the price from the insurer. */
import { useState } from 'react'
import { driverErrors, incidentsOf } from '#journey/questions/driver.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { decliningAnswers, indicatorNamesAbout, indicators } from '#journey/questions/yes-no-questions.ts'
import { SorryDialog } from '#web/components/dialog.tsx'
import { Form, FormActions } from '#web/components/form.tsx'
import { YesNoField } from '#web/components/radio-group.tsx'
import { useForm } from '#web/components/use-form.ts'
import { driverMessages, driverQuestions, driverText } from '#web/content/driver.ts'
import { reportDecline, track } from '#web/features/analytics/analytics.ts'
import { useDraft, useDraftSelector } from '#web/features/draft/draft-store.ts'
import { useLockLaterSteps, useStepSubmit } from '#web/features/draft/use-step-submit.ts'
import { ratingRequestBody } from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { DriverList } from './driver-list.tsx'

export function DriverPage() {
  const draft = useDraft()
  const navigation = useNavigation()
  const [isSorry, setIsSorry] = useState(false)
  const [refused, setRefused] = useState<FormAnswers | null>(null)
  useLockLaterSteps('driver')
  const declineReasons = useDraftSelector(answers => [
    ...decliningAnswers('drivers', answers.driver).map(name => driverText.stops[name]),
    ...(answers === refused ? [driverText.sorry] : []),
  ])
  const form = useForm(
    answers => driverErrors(answers.driver, today(), draft.state().acceptedIncidents),
    driverMessages,
  )

  const { submit } = useStepSubmit({
    form,
    canSubmit: () => decliningAnswers('drivers', draft.answers().driver).length === 0,
    request(answers) {
      // Without its number and history, so that another tab's change does not stop step 2: the server amends
      // the quote that it has.
      const { quote: _, ...draftState } = draft.state()
      return ratingRequestBody(answers, draftState, { today: today() })
    },
    onIncomplete: () => navigation.goTo('car'),
    // A new price needs a new declaration, even if the call fails.
    onSend: () => draft.setState({ furthestStep: 'driver' }),
    onSaved(result, answers) {
      const isReferred = result.outcome === 'no-content'
      if (isReferred) track('quote_offline')
      const quote = result.outcome === 'ok' && 'data' in result.data ? result.data.data.attributes : undefined
      draft.setState({
        isReferred: isReferred || undefined,
        quote,
        needsAmend: true,
        acceptedIncidents: answers.driver.drivers.map(incidentsOf),
        ...(quote && { quoteNumber: quote.policyDetails.quoteNum }),
      })
      navigation.next()
    },
    onError(code, answers) {
      if (code === 'STALE') {
        // Another tab changed the model or the overnight address: step 1 saves those shown here.
        navigation.goTo('car')
        return true
      }
      if (code !== 'NOT_INSURABLE') return false
      setRefused(answers)
      setIsSorry(true)
      return true
    },
  })

  return (
    <StepLayout step="driver" title={driverText.title} purpose={driverText.purpose}>
      <Form form={form} onSubmit={() => void submit()}>
        {indicatorNamesAbout('drivers').map(name => (
          <YesNoField
            key={name}
            field={`driver.${name}`}
            legend={driverQuestions[name].legend}
            question={<p>{driverQuestions[name].question}</p>}
            hint={driverQuestions[name].hint}
            onChoose={answer => {
              const { declines } = indicators[name]
              if (answer !== 'YES' || !declines) return
              reportDecline(draft.state().quoteId, declines)
              setIsSorry(true)
            }}
          />
        ))}
        <AfterFirstPaint>
          <DriverList moveErrors={form.moveErrors} />
          <FormActions next={{ declineReasons, busy: form.isBusy }} back={navigation.back} />
        </AfterFirstPaint>
      </Form>
      {isSorry && <SorryDialog text={driverText.sorry} onClose={() => setIsSorry(false)} />}
    </StepLayout>
  )
}
