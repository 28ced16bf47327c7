/** The header of a printed quote that names the car. On screen, earlier steps and the declaration show it. */

import { coverOptionsText } from '#web/content/quote.ts'
import { useDeferredAnswers, useDeferredDraftState } from '#web/features/draft/draft-store.ts'
import { carAndDriverRows, SummaryList } from '#web/features/summary/answers-summary.tsx'
import styles from './quote-page.module.css'

export function PrintHeader() {
  const answers = useDeferredAnswers()
  const draftState = useDeferredDraftState()
  return (
    <section className={styles.paper}>
      <h2>{coverOptionsText.askedTitle}</h2>
      <SummaryList rows={carAndDriverRows(answers, draftState)} />
    </section>
  )
}
