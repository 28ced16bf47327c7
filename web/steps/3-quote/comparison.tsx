/** The three covers side by side: open where there is room, one press away on a phone (ux A20). */
import { coverNames, coverTypes, insuresCarValue, standardExcessDollars } from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { type CoverFacts, coverFacts } from '#underwriting/cover-facts.ts'
import { quoteWords } from '#web/words/quote.ts'
import styles from './comparison.module.css'

type Benefit = CoverFacts['benefits'][number]

/** Every benefit that one of the covers has, once, in the order of the facts. */
const allBenefits: readonly Benefit[] = [
  ...new Map(
    coverTypes
      .flatMap(cover => [...coverFacts(cover).benefits, ...coverFacts(cover).options])
      .map(benefit => [benefit.code, benefit]),
  ).values(),
]

const wideEnough = '(min-width: 960px)'

export function Comparison() {
  const isWide = typeof matchMedia === 'function' && matchMedia(wideEnough).matches
  return (
    <details className={styles.compare} open={isWide}>
      <summary>{quoteWords.compare}</summary>
      <div className={styles.scroll} role="region" aria-label={quoteWords.compareCaption} tabIndex={0}>
        <table>
          <caption className="hear">{quoteWords.compareCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{quoteWords.compareRow}</th>
              {coverTypes.map(cover => (
                <th scope="col" key={cover}>
                  {coverNames[cover]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {allBenefits.map(benefit => (
              <tr key={benefit.code}>
                <th scope="row">{benefit.title}</th>
                {coverTypes.map(cover => (
                  <td key={cover} data-cover={coverNames[cover]} className={styles[benefit.included[cover]]}>
                    {quoteWords.cell[benefit.included[cover]]}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{quoteWords.excessRow}</th>
              {coverTypes.map(cover => (
                <td key={cover} data-cover={coverNames[cover]}>
                  {cover === 'COMPREHENSIVE'
                    ? quoteWords.excessChosen
                    : quoteWords.excessFixed(dollarsText(standardExcessDollars))}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{quoteWords.carValueLabel}</th>
              {coverTypes.map(cover => (
                <td key={cover} data-cover={coverNames[cover]}>
                  {quoteWords.cell[insuresCarValue(cover) ? 'yes' : 'no']}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </details>
  )
}
