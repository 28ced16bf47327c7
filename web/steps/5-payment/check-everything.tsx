/** Every answer once more, with the way back to each (PAY-01). */
import { memo } from 'react'
import type { Step } from '#journey/steps.ts'
import { policyholderRows, quoteRows } from '#web/answer-rows.ts'
import { CheckAnswers } from '#web/check-answers.tsx'
import { useAnswersSoon, useFactsSoon } from '#web/draft.ts'
import { today } from '#web/today.ts'
import { bankWords as words } from '#web/words/bank-details.ts'
import styles from './payment-step.module.css'

export const CheckEverything = memo(function CheckEverything({
  onChange,
}: {
  onChange: (step: Step) => void
}) {
  const answers = useAnswersSoon()
  const facts = useFactsSoon()
  return (
    <section className={styles.block} aria-labelledby="check-heading">
      <h2 id="check-heading">{words.checkAnswers}</h2>
      <CheckAnswers
        rows={[...quoteRows(answers, facts, today()), ...policyholderRows(answers, facts)]}
        onChange={row => onChange(row.step)}
      />
    </section>
  )
})
