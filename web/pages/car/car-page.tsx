/** The page of step 1 (car): plate, use, overnight address and value of the car. Next creates the quote. */
import { useState } from 'react'
import type { PageDeclineReason } from '#contract/browser-events-and-declines.ts'
import { carBlockers, carErrors } from '#journey/questions/car.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { Button } from '#web/components/button.tsx'
import { RetryNotice } from '#web/components/call-messages.tsx'
import { Dialog, SorryDialog } from '#web/components/dialog.tsx'
import { Form, FormActions } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import {
  carMessages,
  carText,
  returningCustomerText,
  importantInformationText as words,
} from '#web/content/car.ts'
import { reportDecline } from '#web/features/analytics/analytics.ts'
import {
  type DraftState,
  isCarDeclined,
  type LookedUpModel,
  modelsOf,
  valueBandOfCar,
} from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useLockLaterSteps, useStepSubmit } from '#web/features/draft/use-step-submit.ts'
import { carRequestBody } from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import './car-page.css'
import { AddressQuestion, CarValueQuestion, UsageQuestions, VehicleQuestions } from './car-questions.tsx'
import { usePlateLookup } from './plate-lookup.ts'
import { ReturningCustomerNotice, useNeedsIdentityCheck } from './returning-customer-notice.tsx'
import { useModelLookups } from './use-model-lookups.ts'

const keysOf = (models: readonly LookedUpModel[] | null) => models?.map(model => model.vehicleKey) ?? null

const blockersOf = (answers: FormAnswers, state: DraftState) =>
  carBlockers(answers.car, {
    modelKeys: keysOf(modelsOf(answers.car, state)),
    notInsurable: isCarDeclined(answers.car, state),
  })

export function CarPage() {
  const draft = useDraft()
  const navigation = useNavigation()
  const [isSorry, setIsSorry] = useState(false)
  useLockLaterSteps('car')

  const decline = (reason: PageDeclineReason) => {
    reportDecline(draft.state().quoteId, reason)
    setIsSorry(true)
  }

  const check = (answers: FormAnswers) => {
    const state = draft.state()
    const { riskAddress, addressNotFoundIn } = state
    return carErrors(answers.car, {
      modelKeys: keysOf(modelsOf(answers.car, state)),
      band: valueBandOfCar(answers.car, state),
      riskAddress,
      isAddressMissed: addressNotFoundIn === 'car.riskAddress',
      plateRefusal: plate.refusal(),
    })
  }
  const form = useForm(check, carMessages)
  const plate = usePlateLookup(form)
  const models = useModelLookups(form, decline)
  const stops = useDraftSelector(blockersOf)
  const isUnconfirmed = useNeedsIdentityCheck()
  const declineReasons = stops.filter(stop => stop !== 'NO_MODELS').map(stop => carText.stops[stop])
  const disabledReasons = [
    ...(stops.includes('NO_MODELS') ? [carText.stops.NO_MODELS] : []),
    ...(isUnconfirmed ? [returningCustomerText.confirmFirst] : []),
  ]

  const { submit } = useStepSubmit({
    form,
    canSubmit() {
      plate.onLeave()
      return blockersOf(draft.answers(), draft.state()).length === 0 && !isUnconfirmed
    },
    // The value band can be requested only when the plate is known.
    prepare: models.ensureBand,
    request: answers => carRequestBody(answers.car, draft.state()),
    // The server drops the price, even if the call fails.
    onSend: () => draft.setState({ furthestStep: 'car', isCarUnsaved: undefined }),
    onSaved: navigation.next,
    onError(code) {
      if (code !== 'NOT_INSURABLE') return false
      const { foundModels } = draft.state()
      if (foundModels) draft.setState({ foundModels: { ...foundModels, notInsurable: true } })
      decline('VALUE_TOO_HIGH')
      return true
    },
  })

  return (
    <StepLayout step="car" title={carText.title} purpose={carText.purpose}>
      <ReturningCustomerNotice isStopped={stops.length > 0} />
      <Form form={form} onSubmit={() => void submit()}>
        <section className="stack gap-5 car-page-group">
          <h2>{carText.groups.car}</h2>
          <VehicleQuestions
            form={form}
            plate={plate}
            isFinding={models.isFinding && plate.refusal() === null}
            isRetrying={models.isRetryingModels}
          />
        </section>
        <AfterFirstPaint>
          <section className="stack gap-5 car-page-group">
            <h2>{carText.groups.use}</h2>
            <UsageQuestions onDecline={decline} />
          </section>
          <section className="stack gap-5 car-page-group">
            <h2>{carText.groups.where}</h2>
            <AddressQuestion />
            <CarValueQuestion />
            <RetryNotice on={models.isRetryingBand} />
          </section>
          <FormActions next={{ declineReasons, disabledReasons, busy: form.isBusy }} back={navigation.back} />
        </AfterFirstPaint>
      </Form>
      {/* Only the browser knows whether this tab has shown it, so it is not rendered on the server. */}
      <AfterFirstPaint>
        <ImportantInformationDialog />
      </AfterFirstPaint>
      {isSorry && <SorryDialog text={carText.sorry} onClose={() => setIsSorry(false)} />}
    </StepLayout>
  )
}

function ImportantInformationDialog() {
  const draft = useDraft()
  const hasReadImportantInformation = useDraftState(draftState => draftState.hasReadImportantInformation)
  const understood = () => draft.setState({ hasReadImportantInformation: true })
  if (hasReadImportantInformation) return null
  return (
    <Dialog
      title={words.title}
      onClose={understood}
      closeButton={false}
      actions={<Button onPress={understood}>{words.button}</Button>}
    >
      {words.parts.map(part => (
        <section key={part.heading}>
          <h3>{part.heading}</h3>
          <p>{part.text}</p>
        </section>
      ))}
    </Dialog>
  )
}
