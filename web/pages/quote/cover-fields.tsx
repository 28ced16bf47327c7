/**
 * The fields of the selected cover in step 3 (quote), in page order: value, excess, extras, frequency, start
 * date.
 */

import { memo } from 'react'
import {
  type CoverChoice,
  type CoverOption,
  coverStartsWithinDays,
  type Frequency,
  frequencies,
  insuresCarValue,
  optionsOf,
} from '#journey/cover.ts'
import { addDays, formatDay } from '#journey/dates.ts'
import { moneyText } from '#journey/money.ts'
import { coverChoiceOf } from '#journey/questions/quote.ts'
import { SwitchField } from '#web/components/checkbox-field.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { DatePickerButton } from '#web/components/date-picker-button.tsx'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { coverExtrasText, datePickerText, frequencyNames, frequencyPhrases } from '#web/content/cover.ts'
import { coverOptionsText, quoteText } from '#web/content/quote.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useDeferredAnswers, useDeferredDraftState } from '#web/features/draft/draft-store.ts'
import { tablePriceCents, yearTotalCents } from '#web/features/pricing/quote-price.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { today } from '#web/lib/server-clock.ts'
import { CarValueField, type CarValueFieldProps } from './car-value-field.tsx'
import { AdditionalExcessButton, ExcessField } from './excess-field.tsx'
import styles from './quote-page.module.css'

export const CoverFields = memo(function CoverFields(errorActions: CarValueFieldProps) {
  const { quote } = useDeferredDraftState()
  const announce = useAnnounce()
  const choice = coverChoiceOf(useDeferredAnswers(), today())
  const latestStart = addDays(today(), coverStartsWithinDays)
  return (
    <>
      {insuresCarValue(choice.cover) && <CarValueField {...errorActions} />}
      <ExcessField />
      <AdditionalExcessButton />
      <fieldset className={`stack gap-3 ${styles.options}`}>
        <legend>{coverOptionsText.optionsTitle}</legend>
        {optionsOf[choice.cover].map(option => (
          <Option key={`${choice.cover} ${option}`} option={option} choice={choice} quote={quote} />
        ))}
      </fieldset>
      <RadioGroup
        field="cover.frequency"
        legend={coverOptionsText.frequencyLegend}
        hint={coverOptionsText.frequencyHint}
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
          hint={coverOptionsText.startHint(formatDay(today()), formatDay(latestStart))}
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

/** The price of an extra per payment, if the price table has it. */
function Option({
  option,
  choice,
  quote,
}: {
  option: CoverOption
  choice: CoverChoice
  quote: QuoteAttributes | undefined
}) {
  const withIt = tablePriceCents(quote, { ...choice, [option]: true })
  const withoutIt = tablePriceCents(quote, { ...choice, [option]: false })
  const { label, help } = coverExtrasText[option]
  const amount =
    withIt !== null && withoutIt !== null
      ? `+${moneyText(withIt - withoutIt)} ${frequencyPhrases[choice.frequency]}`
      : undefined
  return <SwitchField field={`cover.${option}`} label={label} help={help} {...(amount && { amount })} />
}

/** The payment and the year's total, to compare instalments with one payment. */
function frequencyPrices(quote: QuoteAttributes | undefined, choice: CoverChoice, frequency: Frequency) {
  const cents = tablePriceCents(quote, { ...choice, frequency })
  if (cents === null) return {}
  return {
    amount: `${moneyText(cents)} ${frequencyPhrases[frequency]}`,
    help: coverOptionsText.yearTotal(moneyText(yearTotalCents(cents, frequency))),
  }
}
