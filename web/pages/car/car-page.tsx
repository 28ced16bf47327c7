/** Step 1: finds the car, asks how it is used, where it sleeps and what it is worth, and opens the quote with it (CAR-12). */
import { useState } from 'react'
import { carProblems, carStops } from '#journey/questions/car.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import { useApi } from '#web/api/client.ts'
import { errorPath, useWizard } from '#web/app/navigation.tsx'
import { SorryDialog } from '#web/app/shared-dialogs.ts'
import { Form } from '#web/components/form.tsx'
import { Actions } from '#web/components/form-actions.tsx'
import { useStepForm } from '#web/components/use-form.ts'
import { carWords } from '#web/content/car.ts'
import { carMessages } from '#web/content/messages/car.ts'
import { returnWords } from '#web/content/returning-customer.ts'
import type { Facts } from '#web/features/draft/draft-state.ts'
import { useDraft, useFromAnswers } from '#web/features/draft/draft-store.ts'
import { useChangedAnswers } from '#web/features/draft/use-lock-later-steps.ts'
import { carRequest } from '#web/features/quote-requests/car-request.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { StepFrame } from '#web/layout/step-layout.tsx'
import { Later } from '#web/lib/lazy.tsx'
import css from './car.module.css'
import { carLabel } from './field-labels.ts'
import { ImportantDialog, refusalHere, UsageAndPlace } from './lazy-parts.ts'
import { ManualRiskAddress } from './manual-risk-address.tsx'
import { ReturnNotice, useIsUnconfirmed } from './returning-customer-notice.tsx'
import { useModels } from './use-models.ts'
import { usePlate } from './use-plate.ts'
import { VehicleQuestions } from './vehicle-questions.tsx'

const modelKeysOf = ({ models }: Facts) => models?.map(model => model.vehicleKey) ?? null

export function CarStep() {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const announce = useAnnounce()
  const [isManual, setIsManual] = useState(false)
  const [isSorry, setIsSorry] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  useChangedAnswers('car')

  const check = (answers: Answers) => {
    const known = draft.facts()
    const { valueBand, riskAddress, missedAddress } = known
    return carProblems(answers, {
      modelKeys: modelKeysOf(known),
      band: valueBand ?? null,
      riskAddress,
      isAddressMissed: missedAddress === 'riskAddress',
      plateRefusal: plate.refusal(),
    })
  }
  const form = useStepForm(check, carMessages, carLabel)
  const plate = usePlate(
    code => form.addProblem({ field: 'plate', code }),
    () => form.clearProblem('plate'),
  )
  const models = useModels({
    onModels: count => announce(carWords.modelsFound(count)),
    onNotInsurable: () => setIsSorry(true),
    onTooMany: () => form.addProblem({ field: 'plate', code: 'PLATES_TOO_MANY' }),
    onUnreachable: () => wizard.leave(errorPath),
    onBandTooHigh: () => form.addProblem({ field: 'carValue', code: 'CAR_VALUE_TOO_HIGH' }),
  })
  const stopsOf = (answers: Answers) => {
    const known = draft.facts()
    return carStops(answers, { modelKeys: modelKeysOf(known), notInsurable: known.notInsurable === true })
  }
  const stops = useFromAnswers(stopsOf)
  const isUnconfirmed = useIsUnconfirmed()
  const stoppedBecause = stops.filter(stop => stop !== 'NO_MODELS').map(stop => carWords.stops[stop])
  const disabledBecause = [
    ...(stops.includes('NO_MODELS') ? [carWords.stops.NO_MODELS] : []),
    ...(isUnconfirmed ? [returnWords.confirmFirst] : []),
  ]

  async function send(): Promise<void> {
    const answers = draft.answers()
    const body = carRequest(answers, draft.facts())
    if (!body) return
    // The server forgets the price with it, whatever comes of the call.
    draft.setFacts({ furthest: 'car', isRiskAddressUnsaved: undefined })
    const answer = await api.call('quoteCreate', { body })
    // The answers may be of another quote by now.
    if (!wizard.isHere()) return
    // What was put right meanwhile goes along.
    if (draft.answers() !== answers) return submit()
    if (answer.outcome === 'ok' || answer.outcome === 'empty') {
      wizard.next()
      return
    }
    const refusal = await refusalHere(answer, api, draft)
    if (refusal.kind === 'leave') wizard.leave(refusal.path)
    else if (refusal.kind === 'not-insurable') {
      draft.setFacts({ notInsurable: true })
      setIsSorry(true)
    }
  }

  async function submit(): Promise<void> {
    plate.left()
    if (stopsOf(draft.answers()).length > 0 || isUnconfirmed) return
    setIsBusy(true)
    // What a car like this is worth can only be asked once its plate is known.
    await form.send(send, models.ensureBand)
    setIsBusy(false)
  }

  return (
    <StepFrame step="car" title={carWords.title} purpose={carWords.purpose}>
      <ReturnNotice isStopped={stops.length > 0} />
      <Form problems={form.problems} labels={carLabel} onSubmit={() => void submit()} busy={isBusy}>
        <section className={css.group}>
          <h2>{carWords.groups.car}</h2>
          <VehicleQuestions
            form={form}
            plate={plate}
            isFinding={models.isFinding && plate.refusal() === null}
            isRepeating={models.repeated === 'models'}
          />
        </section>
        <Later>
          <UsageAndPlace
            onSorry={() => setIsSorry(true)}
            onManual={() => setIsManual(true)}
            isBandRepeating={models.repeated === 'band'}
          />
          <Actions next={{ stoppedBecause, disabledBecause, busy: isBusy }} back={wizard.back} />
        </Later>
      </Form>
      <ManualRiskAddress open={isManual} onClose={() => setIsManual(false)} />
      <Later>
        <ImportantDialog />
      </Later>
      <SorryDialog open={isSorry} text={carWords.sorry} onClose={() => setIsSorry(false)} />
    </StepFrame>
  )
}
