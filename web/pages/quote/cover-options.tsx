/** The controls of the open cover in the order of the page: value, excess, extras, frequency, start date. */
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
import { addDays, typedDay } from '#journey/dates.ts'
import { moneyText } from '#journey/money.ts'
import { coverChoiceOf } from '#journey/questions/cover-choice.ts'
import type { QuoteCode } from '#journey/questions/quote.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Radios } from '#web/components/radio-group.tsx'
import { SwitchField } from '#web/components/switch-field.tsx'
import type { StepForm } from '#web/components/use-form.ts'
import { extraWords } from '#web/content/cover-extras.ts'
import { choiceWords } from '#web/content/cover-options.ts'
import { frequencyNames, frequencyPhrases } from '#web/content/payment-frequency.ts'
import { quoteWords } from '#web/content/quote.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useAnswersSoon, useFactsSoon } from '#web/features/draft/draft-store.ts'
import { tableCents, yearTotalCents } from '#web/features/pricing/quote-price.ts'
import { today } from '#web/lib/server-clock.ts'
import { CarValue } from './car-value-field.tsx'
import { AdditionalExcessButton, ExcessChoice } from './excess-field.tsx'
import styles from './quote-page.module.css'

export const CoverChoices = memo(function CoverChoices({ form }: { form: StepForm<QuoteCode> }) {
  const { quote } = useFactsSoon()
  const choice = coverChoiceOf(useAnswersSoon(), today())
  return (
    <>
      {insuresCarValue(choice.cover) && <CarValue form={form} />}
      <ExcessChoice />
      <AdditionalExcessButton />
      <fieldset className={styles.options}>
        <legend>{choiceWords.optionsTitle}</legend>
        {optionsOf[choice.cover].map(option => (
          <Option key={`${choice.cover} ${option}`} option={option} choice={choice} quote={quote} />
        ))}
      </fieldset>
      <Radios
        field="frequency"
        legend={choiceWords.frequencyLegend}
        hint={choiceWords.frequencyHint}
        options={frequencies.map(frequency => ({
          value: frequency,
          label: frequencyNames[frequency],
          ...frequencyPrices(quote, choice, frequency),
        }))}
      />
      <div className={styles.start}>
        <DateField
          field="startDate"
          label={quoteWords.startLabel}
          hint={choiceWords.startHint(typedDay(today()), typedDay(addDays(today(), coverStartsWithinDays)))}
        />
      </div>
    </>
  )
})

/** What an extra adds to one payment, where the price table says. */
function Option({
  option,
  choice,
  quote,
}: {
  option: CoverOption
  choice: CoverChoice
  quote: QuoteAttributes | undefined
}) {
  const withIt = tableCents(quote, { ...choice, [option]: true })
  const withoutIt = tableCents(quote, { ...choice, [option]: false })
  const { label, help } = extraWords[option]
  const amount =
    withIt !== null && withoutIt !== null
      ? `+${moneyText(withIt - withoutIt)} ${frequencyPhrases[choice.frequency]}`
      : undefined
  return <SwitchField field={option} label={label} help={help} {...(amount && { amount })} />
}

/** Both the payment and the year's total, so that instalments can be compared with paying at once. */
function frequencyPrices(quote: QuoteAttributes | undefined, choice: CoverChoice, frequency: Frequency) {
  const cents = tableCents(quote, { ...choice, frequency })
  if (cents === null) return {}
  return {
    amount: `${moneyText(cents)} ${frequencyPhrases[frequency]}`,
    help: choiceWords.yearTotal(moneyText(yearTotalCents(cents, frequency))),
  }
}
