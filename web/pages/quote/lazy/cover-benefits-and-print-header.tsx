/** The benefits of the chosen cover, and what only a printed quote shows above its price. */
import { memo } from 'react'
import { coverOptions } from '#journey/cover.ts'
import { wordingPath } from '#journey/page-paths.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { coverOf } from '#journey/questions/quote.ts'
import { benefitOf } from '#underwriting/benefits.ts'
import { coverFacts } from '#underwriting/cover-facts.ts'
import { coverDetailsText, coverFieldsText } from '#web/content/quote.ts'
import { useDeferredAnswers, useDeferredDraftState } from '#web/features/draft/draft-store.ts'
import { carAndDriverRows, SummaryList } from '#web/features/summary/answers-summary.tsx'
import '#web/pages/quote/quote-page.css'

interface Item {
  readonly title?: string
  readonly sentence: string
}

export const CoverBenefitsAndPrintHeader = memo(function CoverBenefitsAndPrintHeader() {
  const answers = useDeferredAnswers()
  return (
    <>
      <CoverBenefits answers={answers} />
      <PrintHeader answers={answers} />
    </>
  )
})

/** The benefits and exclusions of the open cover, with its policy wording as a PDF. */
export function CoverBenefits({ answers }: { answers: Pick<FormAnswers, 'cover'> }) {
  const cover = coverOf(answers)
  const facts = coverFacts(cover)
  // Options that are already chosen are not offered.
  const chosen = coverOptions
    .filter(option => answers.cover[option] === 'YES')
    .map(option => benefitOf[option])
  const options = facts.options.filter(({ code }) => !chosen.includes(code))
  return (
    <section className="stack gap-3 quote-page-block">
      <h2 className="h3">{coverDetailsText.title}</h2>
      <p>{coverDetailsText.whoWeAre}</p>
      <Items title={coverDetailsText.benefits} items={facts.benefits} isOpen />
      {options.length > 0 && <Items title={coverDetailsText.optional} items={options} />}
      <Items title={coverDetailsText.exclusions} items={facts.exclusions} />
      <p>{coverDetailsText.coolingOff}</p>
      <p>
        <a href={wordingPath(cover)} target="_blank" rel="noopener">
          {coverDetailsText.wording}
        </a>
      </p>
    </section>
  )
}

function Items({ title, items, isOpen }: { title: string; items: readonly Item[]; isOpen?: boolean }) {
  return (
    <details className="quote-page-items" open={isOpen}>
      <summary className="summary-large">{title}</summary>
      <ul className="stack gap-2">
        {items.map(item => (
          <li key={item.sentence}>
            {item.title && <strong>{item.title}. </strong>}
            {item.sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The car and the drivers, which only the printed quote shows: on screen, earlier steps and the declaration do. */
function PrintHeader({ answers }: { answers: FormAnswers }) {
  const draftState = useDeferredDraftState()
  return (
    <section className="quote-page-print-header">
      <h2 className="h3">{coverFieldsText.askedTitle}</h2>
      <SummaryList rows={carAndDriverRows(answers, draftState)} />
    </section>
  )
}
