/**
 * The excess field of step 3 (quote): a choice for comprehensive cover, fixed for the others, and the
 * additional excesses.
 */

import { Suspense, useState } from 'react'
import {
  excessDollars,
  standardExcessDollars,
  voluntaryExcessSteps,
  youngDriverExcessText,
} from '#journey/cover.ts'
import { dollarsText, moneyText } from '#journey/money.ts'
import { coverChoiceOf, coverOf } from '#journey/questions/quote.ts'
import { Button } from '#web/components/button.tsx'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { frequencyPhrases } from '#web/content/cover.ts'
import { coverOptionsText, quoteText } from '#web/content/quote.ts'
import { useDeferredAnswers, useDeferredDraftState } from '#web/features/draft/draft-store.ts'
import { hasYoungDriver, imposedExcess, tablePriceCents } from '#web/features/pricing/quote-price.ts'
import { today } from '#web/lib/server-clock.ts'
import { AdditionalExcessDialog } from './lazy-parts.ts'
import styles from './quote-page.module.css'

/** The repair of the worked example in whole dollars: more than any excess. */
const exampleRepairDollars = 4000

export function ExcessField() {
  const answers = useDeferredAnswers()
  const { quote } = useDeferredDraftState()
  const choice = coverChoiceOf(answers, today())
  const imposed = imposedExcess(quote)
  const ofYoung = (dollars: number) =>
    hasYoungDriver(answers.driver, choice.startDate)
      ? ` ${coverOptionsText.excessOfYoung(youngDriverExcessText(dollars))}`
      : ''
  if (coverOf(answers) !== 'COMPREHENSIVE')
    return (
      <fieldset className={`stack gap-3 ${styles.options}`}>
        <legend>{coverOptionsText.excessLegend}</legend>
        <p>
          {coverOptionsText.excessIsFixed(dollarsText(standardExcessDollars)) +
            ofYoung(standardExcessDollars)}
        </p>
      </fieldset>
    )
  const options = voluntaryExcessSteps.map(voluntaryExcess => {
    const cents = tablePriceCents(quote, { ...choice, voluntaryExcess })
    return {
      value: String(voluntaryExcess),
      label: dollarsText(excessDollars('COMPREHENSIVE', imposed, voluntaryExcess)),
      ...(cents !== null && { amount: `${moneyText(cents)} ${frequencyPhrases[choice.frequency]}` }),
    }
  })
  const chosen = excessDollars('COMPREHENSIVE', imposed, choice.voluntaryExcess)
  return (
    <>
      <RadioGroup
        field="cover.voluntaryExcess"
        legend={coverOptionsText.excessLegend}
        hint={coverOptionsText.excessHint}
        options={options}
      />
      <p className="muted small">
        {coverOptionsText.excessExample(dollarsText(exampleRepairDollars), dollarsText(chosen)) +
          ofYoung(chosen)}
      </p>
    </>
  )
}

/** The button that opens the table of additional excesses. */
export function AdditionalExcessButton() {
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
