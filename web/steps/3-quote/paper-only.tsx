/** Whose car a printed quote is for. On the screen it stands in the steps before, and in the declaration. */
import { askedRows } from '#web/answer-rows.ts'
import { CheckAnswers } from '#web/check-answers.tsx'
import { useAnswersSoon, useFactsSoon } from '#web/draft.ts'
import { choiceWords } from '#web/words/choices.ts'
import styles from './quote-step.module.css'

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
