/**
 * The summary of answers as a list. The declaration and step 5 show a 'Change' link per row; the printed
 * quote does not.
 */

import { summaryText } from '#web/content/summary.ts'
import styles from './summary-list.module.css'
import type { SummaryRow } from './summary-rows.ts'

export interface SummaryListProps {
  readonly rows: readonly SummaryRow[]
  readonly onChange?: (row: SummaryRow) => void
}

export function SummaryList({ rows, onChange }: SummaryListProps) {
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
                {summaryText.change} <span className="hear">{row.change}</span>
              </button>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
