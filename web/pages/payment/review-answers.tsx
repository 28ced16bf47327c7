/** The review of all answers in step 5, with links to change them. */

import { memo } from 'react'
import type { Step } from '#journey/steps.ts'
import { bankDetailsText as words } from '#web/content/payment.ts'
import { useDeferredAnswers, useDeferredDraftState } from '#web/features/draft/draft-store.ts'
import { policyholderRows, quoteRows, SummaryList } from '#web/features/summary/answers-summary.tsx'
import { today } from '#web/lib/server-clock.ts'
import styles from './payment-page.module.css'

export const ReviewAnswers = memo(function ReviewAnswers({ onChange }: { onChange: (step: Step) => void }) {
  const answers = useDeferredAnswers()
  const draftState = useDeferredDraftState()
  return (
    <section className={styles.block} aria-labelledby="check-heading">
      <h2 id="check-heading">{words.checkAnswers}</h2>
      <SummaryList
        rows={[...quoteRows(answers, draftState, today()), ...policyholderRows(answers, draftState)]}
        onChange={row => onChange(row.step)}
      />
    </section>
  )
})
