/** The summary of answers with a 'Change …' beside each in the declaration and in step 5; on a printed quote without. */

import { answerWords } from '#web/content/summary.ts'
import styles from './summary-list.module.css'
import type { AnswerRow } from './summary-rows.ts'

export interface CheckAnswersProps {
  readonly rows: readonly AnswerRow[]
  readonly onChange?: (row: AnswerRow) => void
}

export function CheckAnswers({ rows, onChange }: CheckAnswersProps) {
  return (
    <dl className={styles.list}>
      {rows.map(row => (
        <div className={styles.row} key={row.label}>
          <dt>{row.label}</dt>
          <dd>
            {row.values.map(value => (
              <span className={styles.value} key={value}>
                {value}
              </span>
            ))}
          </dd>
          {onChange && (
            <dd>
              <button type="button" className={styles.link} onClick={() => onChange(row)}>
                {answerWords.change} <span className="hear">{row.change}</span>
              </button>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
