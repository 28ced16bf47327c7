/** The three covers of step 3 (quote): as tabs, each with its price, and in a comparison table. */
import { type KeyboardEvent, memo } from 'react'
import {
  type CoverType,
  coverNameSuffixes,
  coverNames,
  coverTypes,
  standardExcessDollars,
} from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { coverChoiceOf, coverOf } from '#journey/questions/quote.ts'
import { type BenefitCode, benefitOf, benefits } from '#underwriting/benefits.ts'
import { paymentPhrase } from '#web/content/cover-and-payment.ts'
import { coverDetailsText, quoteText } from '#web/content/quote.ts'
import {
  useDeferredAnswers,
  useDeferredDraftState,
  useDraft,
  useDraftSelector,
} from '#web/features/draft/draft-store.ts'
import { confirmedCents, isPriceUpToDate, tablePriceCents } from '#web/features/pricing/quote-price.ts'
import { AfterFirstPaint } from '#web/lib/page-lifecycle.tsx'
import { today } from '#web/lib/server-clock.ts'
import './covers.css'

export const tabId = (cover: CoverType): string => `tab-${cover}`
export const panelId = 'cover-panel'

export const CoverTabs = memo(function CoverTabs() {
  const draft = useDraft()
  const open = useDraftSelector(coverOf)

  const choose = (cover: CoverType | undefined) => {
    if (!cover) return
    draft.setAnswer('cover.cover', cover)
    document.getElementById(tabId(cover))?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    // With a modifier key they are the browser's: Alt and an arrow lead to the page before.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = coverTypes.indexOf(open)
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    choose(coverTypes.at(target % coverTypes.length))
  }

  return (
    <div className="stack gap-2 covers-tabs" role="tablist" aria-label={quoteText.coverTabs}>
      {coverTypes.map(cover => (
        <button
          key={cover}
          type="button"
          role="tab"
          id={tabId(cover)}
          className="covers-tab"
          aria-selected={cover === open}
          aria-controls={cover === open ? panelId : undefined}
          tabIndex={cover === open ? 0 : -1}
          onClick={() => choose(cover)}
          onKeyDown={onKey}
        >
          <span>
            <span className="covers-name">{coverNames[cover]}</span>
            {coverNameSuffixes[cover] && ` ${coverNameSuffixes[cover]}`}
          </span>{' '}
          <TabPrice cover={cover} />
        </button>
      ))}
    </div>
  )
})

/** The price of this cover with the chosen extras and frequency; without a price table the customer opens the cover to see it. */
const TabPrice = memo(function TabPrice({ cover }: { cover: CoverType }) {
  const { car, cover: choices } = useDeferredAnswers()
  const answers = { car, cover: { ...choices, cover } }
  const { quote, isReferred } = useDeferredDraftState()
  const choice = coverChoiceOf(answers, today())
  const cents =
    quote && isPriceUpToDate(quote, answers, today()) ? confirmedCents(quote) : tablePriceCents(quote, choice)
  if (cents === null && isReferred) return null
  return (
    <span className="covers-price">
      {cents === null ? quoteText.seePrice : paymentPhrase(cents, choice.frequency)}
    </span>
  )
})

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
    <details className="no-print covers-compare" open={isWide}>
      <summary className="summary-large">{coverDetailsText.compare}</summary>
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
    <table className="table covers-comparison">
      <caption className="visually-hidden">{coverDetailsText.compareCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{coverDetailsText.compareRow}</th>
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
              <td
                key={cover}
                data-label={comparedName(cover)}
                className={`covers-${benefit.included[cover]}`}
              >
                {coverDetailsText.cell[benefit.included[cover]]}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{coverDetailsText.excess}</th>
          {coverTypes.map(cover => (
            <td key={cover} data-label={comparedName(cover)}>
              {cover === 'COMPREHENSIVE'
                ? coverDetailsText.excessChosen
                : coverDetailsText.excessFixed(dollarsText(standardExcessDollars))}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
