/** The car value on the quote page: typed here, in the price only once 'Update car value' was pressed (QUOTE-07). */
import { isValueChanged, maximumQuoteValueLength, quoteValueProblems } from '#journey/answers/quote.ts'
import { stripMoney } from '#journey/car-value.ts'
import { dollarsText } from '#journey/money.ts'
import { useDraft, useFacts, useFromAnswers } from '#web/draft.ts'
import { Button } from '#web/form/button.tsx'
import { MoneyField } from '#web/form/money-field.tsx'
import type { StepForm } from '#web/form/step-form.ts'
import { useAnnounce } from '#web/frame/live-region.tsx'
import { choiceWords } from '#web/words/choices.ts'
import { quoteWords } from '#web/words/quote.ts'
import styles from './quote-step.module.css'

export function CarValue({ form }: { form: StepForm }) {
  const draft = useDraft()
  const { valueBand } = useFacts()
  const announce = useAnnounce()
  const isChanged = useFromAnswers(isValueChanged)

  const update = () => {
    const problems = quoteValueProblems(draft.answers(), valueBand ?? null)
    for (const problem of problems) form.addProblem(problem)
    if (problems.length > 0) return
    draft.setAnswer('carValue', stripMoney(draft.answers().quoteCarValue ?? ''))
    announce(choiceWords.valueUpdated)
  }
  const hint = valueBand
    ? choiceWords.carValueHint(dollarsText(valueBand.minimumDollars), dollarsText(valueBand.maximumDollars))
    : choiceWords.carValuePlainHint
  return (
    <div className={styles.value}>
      <MoneyField
        field="quoteCarValue"
        label={quoteWords.carValueLabel}
        hint={hint}
        maxLength={maximumQuoteValueLength}
        digitsOnly
        grouped={false}
      />
      <Button kind={isChanged ? 'primary' : 'secondary'} blocked={!isChanged} onPress={update}>
        {choiceWords.updateCarValue}
      </Button>
      {isChanged && <p className={styles.quiet}>{choiceWords.valueUnsaved}</p>}
    </div>
  )
}
