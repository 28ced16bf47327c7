/** Whose car a printed quote is for. On the screen it stands in the steps before, and in the declaration. */

import { choiceWords } from '#web/content/cover-options.ts'
import { useAnswersSoon, useFactsSoon } from '#web/features/draft/draft-store.ts'
import { CheckAnswers } from '#web/features/summary/summary-list.tsx'
import { askedRows } from '#web/features/summary/summary-rows.ts'
import styles from './quote-page.module.css'

export function PaperOnly() {
  const answers = useAnswersSoon()
  const facts = useFactsSoon()
  return (
    <section className={styles.paper}>
      <h2>{choiceWords.askedTitle}</h2>
      <CheckAnswers rows={askedRows(answers, facts)} />
    </section>
  )
}
