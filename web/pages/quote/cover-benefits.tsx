/** The list of what the open cover includes and excludes, with its policy wording as a PDF. */

import { memo } from 'react'
import { coverOptions } from '#journey/cover.ts'
import { wordingPath } from '#journey/page-paths.ts'
import { coverOf } from '#journey/questions/cover-choice.ts'
import type { QuoteForm } from '#journey/questions/quote-form.ts'
import { benefitOf } from '#underwriting/benefits.ts'
import { coverFacts } from '#underwriting/cover-facts.ts'
import { coverText } from '#web/content/quote.ts'
import { useDeferredAnswers } from '#web/features/draft/draft-store.ts'
import styles from './quote-page.module.css'

interface Item {
  readonly code: string
  readonly title?: string
  readonly sentence: string
}

export const CoverBenefits = memo(function CoverBenefits() {
  return <BenefitsOf answers={useDeferredAnswers()} />
})

/** The benefits of the open cover, for these answers. */
export function BenefitsOf({ answers }: { answers: Pick<QuoteForm, 'cover'> }) {
  const cover = coverOf(answers)
  const facts = coverFacts(cover)
  // Options that are already chosen are not offered.
  const chosen = coverOptions
    .filter(option => answers.cover[option] === 'YES')
    .map(option => benefitOf[option])
  const options = facts.options.filter(({ code }) => !chosen.includes(code))
  return (
    <section className={styles.block}>
      <h3>{coverText.title}</h3>
      <p>{coverText.whoWeAre}</p>
      <Items title={coverText.benefits} items={facts.benefits} isOpen />
      {options.length > 0 && <Items title={coverText.optional} items={options} />}
      <Items title={coverText.exclusions} items={facts.exclusions} />
      <p>{coverText.coolingOff}</p>
      <p>
        <a href={wordingPath(cover)} target="_blank" rel="noopener">
          {coverText.wording}
        </a>
      </p>
    </section>
  )
}

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
      <summary className="summary-large">{title}</summary>
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
