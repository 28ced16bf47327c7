/** The car value on the quote page: typed here, in the price only once 'Update car value' was pressed (QUOTE-07). */
import { useCallback, useEffect, useRef, useState } from 'react'
import { stripMoney } from '#journey/car-value.ts'
import { insuresCarValue } from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { coverOf } from '#journey/questions/cover-choice.ts'
import type { QuoteCode } from '#journey/questions/quote.ts'
import { isValueChanged, maximumQuoteValueLength, quoteValueProblems } from '#journey/questions/quote.ts'
import { useApi } from '#web/api/client.ts'
import { errorPath, useWizard } from '#web/app/navigation.tsx'
import { Button } from '#web/components/button.tsx'
import { MoneyField } from '#web/components/money-field.tsx'
import { Repeating } from '#web/components/repeating-notice.tsx'
import type { StepForm } from '#web/components/use-form.ts'
import { choiceWords } from '#web/content/cover-options.ts'
import { quoteWords } from '#web/content/quote.ts'
import { useDraft, useFromAnswers, useFromFacts } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import styles from './quote-page.module.css'

export function CarValue({ form }: { form: StepForm<QuoteCode> }) {
  const api = useApi()
  const draft = useDraft()
  const { leave } = useWizard()
  const [isRepeating, setRepeating] = useState(false)
  const valueBand = useFromFacts(facts => facts.valueBand)
  const announce = useAnnounce()
  const isChanged = useFromAnswers(isValueChanged)

  // Who came by a link has not been on step 1, and there it may have failed. Asked here anew: what both steps share
  // comes with step 2 as well, which needs none of it. False where our server is out of reach.
  const ensureBand = useCallback(async (): Promise<boolean> => {
    if (draft.facts().valueBand) return true
    const { vehicleKey = '' } = draft.answers()
    const answer = await api.call('sumInsured', { body: { vehicleKey } }, { onRepeat: setRepeating })
    if (answer.outcome === 'unreachable') {
      // A cover opened meanwhile may ask for no value.
      if (insuresCarValue(coverOf(draft.answers()))) leave(errorPath)
      return false
    }
    if (answer.outcome !== 'ok' || draft.answers().vehicleKey !== vehicleKey) return true
    const { minSumInsured: minimumDollars, maxSumInsured: maximumDollars } = answer.data
    draft.setFacts({ valueBand: { minimumDollars, maximumDollars } })
    return true
  }, [api, draft, leave])
  useEffect(() => void ensureBand(), [ensureBand])
  const forget = useRef(form.clearProblem)
  forget.current = form.clearProblem
  // Another cover does not ask for it: what was wrong with it is not to be mended there.
  useEffect(() => () => forget.current('quoteCarValue'), [])

  const update = async () => {
    if (!(await ensureBand())) return
    // A cover was opened meanwhile that asks for no value: nothing would be found wrong with it.
    if (!insuresCarValue(coverOf(draft.answers()))) return
    const problems = quoteValueProblems(draft.answers(), draft.facts().valueBand ?? null)
    for (const problem of problems) form.addProblem(problem)
    if (problems.length > 0) return
    draft.setAnswer('carValue', stripMoney(draft.answers().quoteCarValue ?? ''))
    announce(choiceWords.valueUpdated)
  }
  const hint = valueBand
    ? choiceWords.carValueHint(dollarsText(valueBand.minimumDollars), dollarsText(valueBand.maximumDollars))
    : choiceWords.carValuePlainHint
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field and the button
    <div
      className={styles.value}
      onKeyDown={event => {
        // Next waits for the button below: so that Enter is not pressed in vain, it presses that.
        if (event.key !== 'Enter' || !isChanged) return
        event.preventDefault()
        void update()
      }}
    >
      <MoneyField
        field="quoteCarValue"
        label={quoteWords.carValueLabel}
        hint={hint}
        maxLength={maximumQuoteValueLength}
        digitsOnly
      />
      <Repeating on={isRepeating} />
      <Button kind={isChanged ? 'primary' : 'secondary'} blocked={!isChanged} onPress={() => void update()}>
        {choiceWords.updateCarValue}
      </Button>
      {isChanged && <p className={styles.quiet}>{choiceWords.valueUnsaved}</p>}
    </div>
  )
}
