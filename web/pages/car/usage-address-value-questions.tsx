/** The questions of step 1 (car) on use, modification, finance, overnight address and car value. */

import type { PageDecline } from '#contract/browser-events-and-declines.ts'
import { lenders } from '#journey/lenders.ts'
import { dollarsText } from '#journey/money.ts'
import { isBandTooHigh } from '#journey/questions/car.ts'
import { indicatorNamesAbout, indicators } from '#journey/questions/yes-no-questions.ts'
import { MoneyField } from '#web/components/money-field.tsx'
import { YesNoField } from '#web/components/radio-group.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { carFieldLabels, carQuestionHints, carUseText } from '#web/content/car.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { bandOf } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'

const lenderOptions = lenders.map(lender => ({ value: lender, label: lender }))

function ModificationExamples() {
  return (
    <details className="small">
      <summary className="summary-small">{carUseText.modificationExamples}</summary>
      <ul>
        {carUseText.modificationList.map(example => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </details>
  )
}

/** @param onDecline called for an answer with which the car cannot be insured */
export function UsageQuestions({ onDecline }: { onDecline: (reason: PageDecline) => void }) {
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
          details={name === 'modification' ? <ModificationExamples /> : null}
          onChoose={answer => {
            const { declines } = indicators[name]
            if (answer === 'YES' && declines) onDecline(declines)
          }}
        />
      ))}
      <YesNoField
        field="car.isFinanced"
        legend={carFieldLabels.isFinanced}
        hint={carUseText.isFinancedHint}
        onChoose={answer => {
          if (answer === 'NO') draft.setAnswer('car.financeCompany', '')
        }}
      />
      {isFinanced ? (
        <SelectField
          field="car.financeCompany"
          label={carFieldLabels.financeCompany}
          hint={carUseText.financeCompanyHint}
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
      kind="risk"
      hint={carUseText.riskAddressHint}
      found={riskAddress}
      onFound={address => draft.setState({ riskAddress: address ?? undefined })}
    />
  )
}

const maximumLength = 9

/** Shows the value band of the model in its hint. */
export function CarValueQuestion() {
  const valueBand = useDraftSelector(({ car }, draftState) => bandOf(car, draftState))
  const hint =
    valueBand && !isBandTooHigh(valueBand)
      ? carUseText.carValueBand(dollarsText(valueBand.minimumDollars), dollarsText(valueBand.maximumDollars))
      : carUseText.carValueHint
  return (
    <MoneyField field="car.carValue" label={carFieldLabels.carValue} hint={hint} maxLength={maximumLength} />
  )
}
