/** Every answer once more, with the way back to each (PAY-01). */
import { memo } from 'react'
import type { Step } from '#journey/steps.ts'
import { bankWords as words } from '#web/content/bank-details.ts'
import { useAnswersSoon, useFactsSoon } from '#web/features/draft/draft-store.ts'
import { CheckAnswers } from '#web/features/summary/summary-list.tsx'
import { policyholderRows, quoteRows } from '#web/features/summary/summary-rows.ts'
import { today } from '#web/lib/server-clock.ts'
import styles from './payment-page.module.css'

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
