/**
 * The comparison table of the three covers in step 3 (quote): open on wide viewports, collapsed on a phone.
 */

import { memo } from 'react'
import {
  type CoverType,
  coverNameSuffixes,
  coverNames,
  coverTypes,
  standardExcessDollars,
} from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { type BenefitCode, benefitOf, benefits } from '#underwriting/benefits.ts'
import { coverText } from '#web/content/quote.ts'
import { AfterFirstPaint } from '#web/lib/after-paint.tsx'
import styles from './covers.module.css'

/** The benefits in the comparison table; each cover's list shows all others. */
const comparedCodes: readonly BenefitCode[] = [
  'ACCIDENT_DAMAGE',
  'FIRE',
  'THEFT',
  'LIABILITY_PROPERTY',
  'LIABILITY_INJURY',
  'GLASS',
  ...Object.values(benefitOf),
]

const compared = benefits.filter(({ code }) => comparedCodes.includes(code))

const wideEnough = '(min-width: 960px)'

export const CoverComparison = memo(function Comparison() {
  const isWide = matchMedia(wideEnough).matches
  return (
    <details className={`no-print ${styles.compare}`} open={isWide}>
      <summary className="summary-large">{coverText.compare}</summary>
      {/* Collapsed on a phone, so that rendering it later shifts nothing. */}
      {isWide ? (
        <CoverTable />
      ) : (
        <AfterFirstPaint>
          <CoverTable />
        </AfterFirstPaint>
      )}
    </details>
  )
})

const comparedName = (cover: CoverType): string =>
  [coverNames[cover], coverNameSuffixes[cover]].filter(Boolean).join(' ')

export function CoverTable() {
  return (
    <div>
      <table className={`table ${styles.comparison}`}>
        <caption className="hear">{coverText.compareCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{coverText.compareRow}</th>
            {coverTypes.map(cover => (
              <th scope="col" key={cover}>
                {comparedName(cover)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compared.map(benefit => (
            <tr key={benefit.code}>
              <th scope="row">{benefit.title}</th>
              {coverTypes.map(cover => (
                <td key={cover} data-label={comparedName(cover)} className={styles[benefit.included[cover]]}>
                  {coverText.cell[benefit.included[cover]]}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{coverText.excess}</th>
            {coverTypes.map(cover => (
              <td key={cover} data-label={comparedName(cover)}>
                {cover === 'COMPREHENSIVE'
                  ? coverText.excessChosen
                  : coverText.excessFixed(dollarsText(standardExcessDollars))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
