/** The fields of the selected cover in step 3 (quote): value, excess, extras, frequency, start date. */
import { memo, Suspense, useEffect, useState } from 'react'
import {
  type CoverChoice,
  type CoverOption,
  coverStartsWithinDays,
  type Frequency,
  frequencies,
  insuresCar,
  optionsOf,
  standardExcessDollars,
  voluntaryExcessChoices,
  youngDriverExcessText,
} from '#journey/cover.ts'
import { addDays, formatDay } from '#journey/dates.ts'
import { dollarsText, moneyText } from '#journey/money.ts'
import { errorPath } from '#journey/page-paths.ts'
import { stripMoneyFormat } from '#journey/plate-and-car-value.ts'
import {
  coverChoiceOf,
  coverOf,
  isCarValueUnpriced,
  maximumCarValueLength,
  type QuoteErrorCode,
  quoteCarValueErrors,
} from '#journey/questions/quote.ts'
import { Button } from '#web/components/button.tsx'
import { RetryNotice } from '#web/components/call-messages.tsx'
import { SwitchField } from '#web/components/checkbox-field.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { DatePickerButton } from '#web/components/date-picker-button.tsx'
import { MoneyField } from '#web/components/money-field.tsx'
import { RadioGroup } from '#web/components/radio-group.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import {
  coverOptionText,
  datePickerText,
  frequencyNames,
  paymentPhrase,
} from '#web/content/cover-and-payment.ts'
import { coverFieldsText, quoteText } from '#web/content/quote.ts'
import { type QuoteAttributes, valueBandOfCar } from '#web/features/draft/draft-state.ts'
import {
  useDeferredAnswers,
  useDeferredDraftState,
  useDraft,
  useDraftSelector,
} from '#web/features/draft/draft-store.ts'
import { useValueBand } from '#web/features/lookups/value-band.ts'
import {
  hasYoungDriver,
  shownExcess,
  tablePriceCents,
  yearTotalCents,
} from '#web/features/pricing/quote-price.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { AdditionalExcessDialog } from './lazy-parts.ts'
import './quote-page.css'

export const CoverFields = memo(function CoverFields(errorActions: CarValueFieldProps) {
  const { quote } = useDeferredDraftState()
  const announce = useAnnounce()
  const choice = coverChoiceOf(useDeferredAnswers(), today())
  const latestStart = addDays(today(), coverStartsWithinDays)
  return (
    <>
      {insuresCar(choice.cover) && <CarValueField {...errorActions} />}
      <ExcessField />
      <AdditionalExcessButton />
      <fieldset className="stack gap-3 quote-page-options">
        <legend>{coverFieldsText.optionsTitle}</legend>
        {optionsOf[choice.cover].map(option => (
          <Option key={`${choice.cover} ${option}`} option={option} choice={choice} />
        ))}
      </fieldset>
      <RadioGroup
        field="cover.frequency"
        legend={coverFieldsText.frequencyLegend}
        hint={coverFieldsText.frequencyHint}
        options={frequencies.map(frequency => ({
          value: frequency,
          label: frequencyNames[frequency],
          ...frequencyPrices(quote, choice, frequency),
        }))}
      />
      <div className="no-print">
        <DateField
          field="cover.startDate"
          label={quoteText.startLabel}
          hint={coverFieldsText.startHint(formatDay(today()), formatDay(latestStart))}
          picker={
            <DatePickerButton
              field="cover.startDate"
              name={datePickerText.coverStart}
              earliest={today()}
              latest={latestStart}
              announce={announce}
            />
          }
        />
      </div>
    </>
  )
})

function Option({ option, choice }: { option: CoverOption; choice: CoverChoice }) {
  const { quote } = useDeferredDraftState()
  const withIt = tablePriceCents(quote, { ...choice, [option]: true })
  const withoutIt = tablePriceCents(quote, { ...choice, [option]: false })
  const { label, help } = coverOptionText[option]
  const amount =
    withIt !== null && withoutIt !== null
      ? `+${paymentPhrase(withIt - withoutIt, choice.frequency)}`
      : undefined
  return <SwitchField field={`cover.${option}`} label={label} help={help} amount={amount} />
}

/** The payment and the year's total, to compare instalments with one payment. */
function frequencyPrices(quote: QuoteAttributes | undefined, choice: CoverChoice, frequency: Frequency) {
  const cents = tablePriceCents(quote, { ...choice, frequency })
  if (cents === null) return {}
  return {
    amount: paymentPhrase(cents, frequency),
    help: coverFieldsText.yearTotal(moneyText(yearTotalCents(cents, frequency))),
  }
}

type CarValueFieldProps = Pick<FormHandle<QuoteErrorCode>, 'addError' | 'clearError'>

/** A new value changes the price only after a click on 'Update car value'. */
function CarValueField({ addError, clearError }: CarValueFieldProps) {
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  const valueBand = useDraftSelector(({ car }, draftState) => valueBandOfCar(car, draftState))
  const announce = useAnnounce()
  const isChanged = useDraftSelector(isCarValueUnpriced)

  // A customer who came by a link has not been on step 1, and there the look-up may have failed.
  const { ensureBand, isRetrying } = useValueBand({
    isEnabled: true,
    onNetworkError: () => navigateTo(errorPath),
  })
  // A cover without this field must not keep its error.
  useEffect(() => () => clearError('cover.quoteCarValue'), [clearError])

  const update = async () => {
    if (!(await ensureBand())) return
    // The customer has opened a cover without this field.
    if (!insuresCar(coverOf(draft.answers()))) return
    const problems = quoteCarValueErrors(draft.answers(), valueBandOfCar(draft.answers().car, draft.state()))
    for (const problem of problems) addError(problem)
    if (problems.length > 0) return
    draft.setAnswer('car.carValue', stripMoneyFormat(draft.answers().cover.quoteCarValue))
    announce(coverFieldsText.valueUpdated)
  }
  const hint = valueBand
    ? coverFieldsText.carValueHint(
        dollarsText(valueBand.minimumDollars),
        dollarsText(valueBand.maximumDollars),
      )
    : coverFieldsText.carValuePlainHint
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field and the button
    <div
      className="stack gap-3 no-print quote-page-value"
      onKeyDown={event => {
        // Next is disabled until the value is updated, so Enter updates it.
        if (event.key !== 'Enter' || !isChanged) return
        event.preventDefault()
        void update()
      }}
    >
      <MoneyField
        field="cover.quoteCarValue"
        label={quoteText.carValueLabel}
        hint={hint}
        maxLength={maximumCarValueLength}
        digitsOnly
      />
      <RetryNotice on={isRetrying} />
      <Button kind={isChanged ? 'primary' : 'secondary'} blocked={!isChanged} onPress={() => void update()}>
        {coverFieldsText.updateCarValue}
      </Button>
      {isChanged && <p className="muted small">{coverFieldsText.valueUnsaved}</p>}
    </div>
  )
}

/** The repair of the worked example in whole dollars: more than any excess. */
const exampleRepairDollars = 4000

function ExcessField() {
  const answers = useDeferredAnswers()
  const { quote } = useDeferredDraftState()
  const choice = coverChoiceOf(answers, today())
  const ofYoung = (dollars: number) =>
    hasYoungDriver(answers.driver, choice.startDate)
      ? ` ${coverFieldsText.excessOfYoung(youngDriverExcessText(dollars))}`
      : ''
  if (coverOf(answers) !== 'COMPREHENSIVE')
    return (
      <fieldset className="stack gap-3 quote-page-options">
        <legend>{coverFieldsText.excessLegend}</legend>
        <p>
          {coverFieldsText.excessIsFixed(dollarsText(standardExcessDollars)) + ofYoung(standardExcessDollars)}
        </p>
      </fieldset>
    )
  const options = voluntaryExcessChoices.map(voluntaryExcess => {
    const cents = tablePriceCents(quote, { ...choice, voluntaryExcess })
    return {
      value: String(voluntaryExcess),
      label: dollarsText(shownExcess(quote, 'COMPREHENSIVE', voluntaryExcess)),
      amount: cents !== null && paymentPhrase(cents, choice.frequency),
    }
  })
  const chosen = shownExcess(quote, 'COMPREHENSIVE', choice.voluntaryExcess)
  return (
    <>
      <RadioGroup
        field="cover.voluntaryExcess"
        legend={coverFieldsText.excessLegend}
        hint={coverFieldsText.excessHint}
        options={options}
      />
      <p className="muted small">
        {coverFieldsText.excessExample(dollarsText(exampleRepairDollars), dollarsText(chosen)) +
          ofYoung(chosen)}
      </p>
    </>
  )
}

function AdditionalExcessButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {quoteText.additionalExcess}
      </Button>
      <Suspense>
        <AdditionalExcessDialog open={open} onClose={() => setOpen(false)} />
      </Suspense>
    </>
  )
}
