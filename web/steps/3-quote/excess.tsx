/** The excess: a choice for comprehensive, fixed for the other covers, and what certain drivers add to it (QUOTE-04). */
import { useState } from 'react'
import { coverChoiceOf, coverOf } from '#journey/answers/quote.ts'
import { excessDollars, standardExcessDollars, voluntaryExcessSteps } from '#journey/cover.ts'
import { dollarsText, moneyText } from '#journey/money.ts'
import { additionalExcessTable } from '#underwriting/cover-facts.ts'
import { useAnswers, useFacts } from '#web/draft.ts'
import { Button } from '#web/form/button.tsx'
import { Dialog } from '#web/form/dialog.tsx'
import { Radios } from '#web/form/radios.tsx'
import { imposedExcess, shownExcess, tableCents } from '#web/quote-price.ts'
import { today } from '#web/today.ts'
import { frequencyPhrases, quoteWords } from '#web/words/quote.ts'
import styles from './quote-step.module.css'

/** A repair that costs more than any excess here, for the worked example. Whole dollars. */
const exampleRepairDollars = 4000

export function ExcessChoice() {
  const answers = useAnswers()
  const { quote } = useFacts()
  const choice = coverChoiceOf(answers, today())
  const imposed = imposedExcess(quote)
  if (coverOf(answers) !== 'COMPREHENSIVE')
    return (
      <section className={styles.block}>
        <h2>{quoteWords.excessLegend}</h2>
        <p>{quoteWords.excessIsFixed(dollarsText(standardExcessDollars))}</p>
      </section>
    )
  const options = voluntaryExcessSteps.map(voluntaryExcess => {
    const cents = tableCents(quote, { ...choice, voluntaryExcess })
    return {
      value: String(voluntaryExcess),
      label: dollarsText(excessDollars('COMPREHENSIVE', imposed, voluntaryExcess)),
      ...(cents !== null && { amount: `${moneyText(cents)} ${frequencyPhrases[choice.frequency]}` }),
    }
  })
  const chosen = dollarsText(shownExcess(quote, choice.cover, choice.voluntaryExcess))
  return (
    <>
      <Radios
        field="voluntaryExcess"
        legend={quoteWords.excessLegend}
        hint={quoteWords.excessHint}
        options={options}
      />
      <p className={styles.quiet}>{quoteWords.excessExample(dollarsText(exampleRepairDollars), chosen)}</p>
    </>
  )
}

/** The button and its popup stand outside the form's fields: they answer nothing. */
export function AdditionalExcess() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {quoteWords.additionalExcess}
      </Button>
      <Dialog
        title={quoteWords.additionalExcess}
        open={open}
        onClose={close}
        closeButton={false}
        actions={<Button onPress={close}>{quoteWords.close}</Button>}
      >
        <p>{quoteWords.additionalExcessIntro}</p>
        <table className={styles.table}>
          <caption className="hear">{quoteWords.additionalExcessCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{quoteWords.additionalDriver}</th>
              <th scope="col">{quoteWords.additionalListed}</th>
              <th scope="col">{quoteWords.additionalUnlisted}</th>
            </tr>
          </thead>
          <tbody>
            {additionalExcessTable.map(excess => (
              <tr key={excess.code}>
                <th scope="row">
                  {excess.title}
                  <span className={styles.under}>{excess.sentence}</span>
                </th>
                <td data-for={quoteWords.additionalListed}>{dollarsText(excess.listedDollars)}</td>
                <td data-for={quoteWords.additionalUnlisted}>
                  {dollarsText(excess.unlistedDollars ?? excess.listedDollars)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Dialog>
    </>
  )
}
