/** What the open cover pays for, what it does not, and its wording as a PDF (QUOTE-11). */
import { memo } from 'react'
import { wordingPaths } from '#contract/wordings.ts'
import { coverOf } from '#journey/answers/cover-choice.ts'
import { coverFacts } from '#underwriting/cover-facts.ts'
import { useAnswersSoon } from '#web/draft.ts'
import { coverWords } from '#web/words/cover.ts'
import styles from './quote-step.module.css'

interface Item {
  readonly code: string
  readonly title?: string
  readonly sentence: string
}

export const CoverContents = memo(function CoverContents() {
  const cover = coverOf(useAnswersSoon())
  const facts = coverFacts(cover)
  return (
    <section className={styles.block}>
      <h3>{coverWords.title}</h3>
      <Items title={coverWords.benefits} items={facts.benefits} isOpen />
      <Items title={coverWords.optional} items={facts.options} />
      <Items title={coverWords.exclusions} items={facts.exclusions} />
      <p>{coverWords.coolingOff}</p>
      <p>
        <a href={wordingPaths[cover]} target="_blank" rel="noopener">
          {coverWords.wording}
        </a>
      </p>
    </section>
  )
})

function Items({
  title,
  items,
  isOpen = false,
}: {
  title: string
  items: readonly Item[]
  isOpen?: boolean
}) {
  return (
    <details className={styles.items} open={isOpen}>
      <summary>{title}</summary>
      <ul>
        {items.map(item => (
          <li key={item.code}>
            {item.title && <strong>{item.title}. </strong>}
            {item.sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}
