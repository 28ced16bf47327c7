/** The questions of step 1 (car): plate, transmission and model; use, finance, overnight address and value. */
import { useEffect, useState } from 'react'
import type { PageDeclineReason } from '#contract/browser-events-and-declines.ts'
import { lenders } from '#journey/lenders.ts'
import { dollarsText } from '#journey/money.ts'
import {
  formatPlateInput,
  isWithinPlateLength,
  normalizePlate,
  transmissions,
} from '#journey/plate-and-car-value.ts'
import { type CarErrorCode, isBandTooHigh } from '#journey/questions/car.ts'
import { indicatorNamesAbout, indicators } from '#journey/questions/yes-no-questions.ts'
import { Button } from '#web/components/button.tsx'
import { RetryNotice, Spinner, useDelayedSpinner } from '#web/components/call-messages.tsx'
import { fieldId, useFieldError } from '#web/components/field.tsx'
import { MoneyField } from '#web/components/money-field.tsx'
import { RadioGroup, YesNoField } from '#web/components/radio-group.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import {
  carFieldLabels,
  carQuestionHints,
  carText,
  noModelsFoundText,
  slowLookupText,
} from '#web/content/car.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { isCarDeclined, modelsOf, valueBandOfCar } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { usePageSettings } from '#web/lib/page-settings.ts'
import './car-page.css'
import type { PlateLookupHandle } from './plate-lookup.ts'

const options = transmissions.map(transmission => ({ value: transmission, label: transmission }))

interface VehicleQuestionsProps extends ModelChoiceProps {
  readonly form: FormHandle<CarErrorCode>
  readonly plate: PlateLookupHandle
}

export function VehicleQuestions({ form, plate, ...models }: VehicleQuestionsProps) {
  const draft = useDraft()
  return (
    <>
      <TextField
        field="car.plate"
        label={carFieldLabels.plate}
        hint={carText.plateHint}
        placeholder={carText.platePlaceholder}
        transform={formatPlateInput}
        typingLimit={isWithinPlateLength}
        autoCapitalize="characters"
        className="plate"
        onLeave={plate.onLeave}
      />
      <RetryNotice on={plate.isRetrying} />
      <RadioGroup
        field="car.transmission"
        legend={carFieldLabels.transmission}
        hint={carText.transmissionHint}
        options={options}
        layout="row"
        onChoose={() => {
          if (normalizePlate(draft.answers().car.plate) === '') {
            form.addError({ field: 'car.plate', code: 'PLATE_INVALID' })
            draft.setAnswer('car.transmission', '')
            return
          }
          draft.setAnswer('car.vehicleKey', '')
          plate.onLeave()
        }}
      />
      <ModelChoice {...models} />
    </>
  )
}

/** After this time the page offers to call or to change the plate. */
const slowLookupMs = 10_000

/** The target of the error summary while there are no models to choose from. */
const modelsAnchor = { id: fieldId('car.vehicleKey'), tabIndex: -1 }

function Finding() {
  const draft = useDraft()
  const announce = useAnnounce()
  useEffect(() => {
    announce(carText.finding)
    return () => {
      // Found models are announced instead.
      if (!modelsOf(draft.answers().car, draft.state())?.length) announce('')
    }
  }, [draft, announce])
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowLookupMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Spinner text={carText.finding} />
      {isSlow && <SlowLookupNotice />}
    </>
  )
}

function SlowLookupNotice() {
  const { tel, text } = usePageSettings().brand.supportPhone
  const announce = useAnnounce()
  // Without cookies there is no session, so the look-up would wait forever.
  const line = navigator.cookieEnabled ? slowLookupText.still : slowLookupText.noCookies
  useEffect(() => announce(`${line} ${text}`), [announce, line, text])
  return (
    <>
      <p>
        {line} <a href={`tel:${tel}`}>{text}</a>
      </p>
      <Button kind="quiet" onPress={() => document.getElementById(fieldId('car.plate'))?.focus()}>
        {slowLookupText.changePlate}
      </Button>
    </>
  )
}

export function NoModelsFound() {
  const { brand } = usePageSettings()
  const draft = useDraft()
  const lookAgain = () => {
    draft.setState({ foundModels: undefined })
    // This button is removed: focus the plate, which the customer should check.
    document.getElementById(fieldId('car.plate'))?.focus()
  }
  return (
    <div className="stack gap-3 car-page-not-found">
      <p role="alert">{noModelsFoundText.notFound(brand.vehicleNotFoundPhone.text)}</p>
      <div className="cluster car-page-row">
        <Button kind="secondary" onPress={lookAgain}>
          {noModelsFoundText.lookAgain}
        </Button>
        <a className="touch-target car-page-call" href={`tel:${brand.vehicleNotFoundPhone.tel}`}>
          {noModelsFoundText.call(brand.vehicleNotFoundPhone.text)}
        </a>
      </div>
    </div>
  )
}

interface ModelChoiceProps {
  readonly isFinding: boolean
  readonly isRetrying: boolean
}

function ModelChoice({ isFinding, isRetrying }: ModelChoiceProps) {
  const models = useDraftSelector(({ car }, draftState) => modelsOf(car, draftState))
  const notInsurable = useDraftSelector(({ car }, draftState) => isCarDeclined(car, draftState))
  const isMissed = useFieldError('car.vehicleKey') !== null
  const isSpinning = useDelayedSpinner(isFinding)
  // Reserve the space at once, so that late content does not shift the layout.
  if (isSpinning || isFinding)
    return (
      <div {...modelsAnchor} className="stack gap-3 car-page-models car-page-finding">
        {isSpinning && <Finding />}
        <RetryNotice on={isRetrying} />
      </div>
    )
  if (notInsurable)
    return (
      <p {...modelsAnchor} className="stack gap-3 car-page-not-found">
        {carText.sorry}
      </p>
    )
  if (models?.length === 0) return <NoModelsFound />
  if (!models && !isMissed) return null
  return (
    <div className="car-page-models">
      <RadioGroup
        field="car.vehicleKey"
        legend={carFieldLabels.vehicleKey}
        hint={models ? carText.modelHint : undefined}
        options={(models ?? []).map(model => ({ value: model.vehicleKey, label: model.vehicleDescription }))}
        waiting={
          <p {...modelsAnchor} className="muted car-page-waiting">
            {carText.modelWaiting}
          </p>
        }
      />
    </div>
  )
}

const lenderOptions = lenders.map(lender => ({ value: lender, label: lender }))

function ModificationExamples() {
  return (
    <details className="small">
      <summary className="summary-small">{carText.modificationExamples}</summary>
      <ul>
        {carText.modificationList.map(example => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </details>
  )
}

/** @param onDecline called for an answer with which the car cannot be insured */
export function UsageQuestions({ onDecline }: { onDecline: (reason: PageDeclineReason) => void }) {
  const draft = useDraft()
  const isFinanced = useAnswer('car.isFinanced') === 'YES'
  return (
    <>
      {indicatorNamesAbout('car').map(name => (
        <YesNoField
          key={name}
          field={`car.${name}`}
          legend={carFieldLabels[name]}
          hint={carQuestionHints[name]}
          onChoose={answer => {
            const { declines } = indicators[name]
            if (answer === 'YES' && declines) onDecline(declines)
          }}
        >
          {name === 'modification' ? <ModificationExamples /> : null}
        </YesNoField>
      ))}
      <YesNoField
        field="car.isFinanced"
        legend={carFieldLabels.isFinanced}
        hint={carText.isFinancedHint}
        onChoose={answer => {
          if (answer === 'NO') draft.setAnswer('car.financeCompany', '')
        }}
      />
      {isFinanced ? (
        <SelectField
          field="car.financeCompany"
          label={carFieldLabels.financeCompany}
          hint={carText.financeCompanyHint}
          options={lenderOptions}
        />
      ) : null}
    </>
  )
}

export function AddressQuestion() {
  const draft = useDraft()
  const riskAddress = useDraftState(draftState => draftState.riskAddress)
  return (
    <AddressField
      field="car.riskAddress"
      label={carFieldLabels.riskAddress}
      hint={carText.riskAddressHint}
      found={riskAddress}
      onFound={address => draft.setState({ riskAddress: address ?? undefined })}
    />
  )
}

const maximumLength = 9

export function CarValueQuestion() {
  const valueBand = useDraftSelector(({ car }, draftState) => valueBandOfCar(car, draftState))
  const hint =
    valueBand && !isBandTooHigh(valueBand)
      ? carText.carValueBand(dollarsText(valueBand.minimumDollars), dollarsText(valueBand.maximumDollars))
      : carText.carValueHint
  return (
    <MoneyField field="car.carValue" label={carFieldLabels.carValue} hint={hint} maxLength={maximumLength} />
  )
}
