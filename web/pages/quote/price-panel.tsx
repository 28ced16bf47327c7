/** The price panel of step 3 (quote): the amount, its breakdown and the quote's details. */
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { formatLongDate } from '#journey/dates.ts'
import { dollarsText, gstPortion, moneyText } from '#journey/money.ts'
import {
  cannotBePriced,
  isStartDateInvalid,
  quotedValueDollars,
  startDateOf,
} from '#journey/questions/quote.ts'
import { InlineSpinner } from '#web/components/call-messages.tsx'
import { frequencyPhrases, paymentPhrase } from '#web/content/cover-and-payment.ts'
import { quoteText } from '#web/content/quote.ts'
import {
  useAnswers,
  useDeferredAnswers,
  useDeferredDraftState,
  useDraftState,
} from '#web/features/draft/draft-store.ts'
import {
  claimExcessText,
  type ShownPrice,
  shownPrice,
  yearTotalCents,
} from '#web/features/pricing/quote-price.ts'
import { useLiveText } from '#web/layout/live-announcer.tsx'
import { AfterFirstPaint } from '#web/lib/page-lifecycle.tsx'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { today } from '#web/lib/server-clock.ts'
import { PriceBreakdown } from './lazy-parts.ts'
import './price-panel.css'

interface Progress {
  readonly busy: boolean
  /** The last amend returned no price, and none is running. */
  readonly ended: boolean
}

export const PricePanel = memo(function PricePanel({ busy, ended }: Progress) {
  const [isOpen, setOpen] = useState(false)
  const answers = useDeferredAnswers()
  const { quote } = useDeferredDraftState()
  const price = shownPrice(quote, answers, today())
  const change = usePriceChange(price)
  const yearCents = price && yearTotalCents(price.paymentCents, price.frequency)
  return (
    <>
      <section
        className="stack gap-4 price-panel-panel"
        aria-label={quoteText.panelTitle}
        // On a phone the open panel covers the page, and the element that gets the focus next.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return
          setOpen(false)
          currentTarget.querySelector('button')?.focus()
        }}
      >
        <div className="price-panel-head">
          <h2 className="price-panel-title">{quoteText.panelTitle}</h2>
          <Amount busy={busy} ended={ended} />
          <button
            type="button"
            className="price-panel-more"
            aria-expanded={isOpen}
            aria-controls="price-details"
            onClick={() => setOpen(!isOpen)}
          >
            {quoteText.details}
          </button>
        </div>
        <div
          id="price-details"
          className={`stack gap-3 ${isOpen ? 'price-panel-open' : 'price-panel-folded'}`}
        >
          {yearCents !== null && (
            <>
              <p className="lead price-panel-year">{quoteText.yearLine(moneyText(yearCents))}</p>
              <p className="muted small">{quoteText.gst(moneyText(gstPortion(yearCents)))}</p>
            </>
          )}
          <p className="no-print small price-panel-change">{change}</p>
          <AfterFirstPaint>
            <QuoteDetails />
          </AfterFirstPaint>
        </div>
      </section>
      {/* Outside the panel, which is a bar on a phone. */}
      <AfterFirstPaint>
        <Suspense>{quote && <PriceBreakdown quote={quote} />}</Suspense>
      </AfterFirstPaint>
    </>
  )
})

/**
 * The amount, rendered first after each tap. Text beside an element has an element of its own, here and elsewhere:
 * a browser that translates the page replaces bare text nodes, which React then cannot find.
 */
const Amount = memo(function Amount({ busy, ended }: Progress) {
  const answers = useAnswers()
  const quote = useDraftState(draftState => draftState.quote)
  const isReferred = useDraftState(draftState => draftState.isReferred)
  const price = shownPrice(quote, answers, today())
  const unconfirmed = price !== null && !price.confirmed
  // No spinner after a failed amend or for incomplete choices: no request is running.
  const confirming = busy || (unconfirmed && !ended && !cannotBePriced(answers, today()))
  return (
    <>
      {/* Not live: a tap changes many prices at once, and screen readers skip changes when there are too many. */}
      <output
        aria-label={quoteText.premium}
        aria-live="off"
        aria-busy={busy || undefined}
        className="price-panel-price"
      >
        {price ? (
          <>
            <span className="price-panel-amount">{moneyText(price.paymentCents)}</span>{' '}
            <span>{frequencyPhrases[price.frequency]}</span>
          </>
        ) : (
          // No request for it is running any more.
          (isReferred && quoteText.noPriceOnline) || quoteText.noPriceYet
        )}
      </output>
      <p className="price-panel-state">
        {confirming && (
          <>
            <InlineSpinner />
            <span>{quoteText.updating}</span>
          </>
        )}
        {!confirming && unconfirmed && <span>{quoteText.notConfirmed}</span>}
      </p>
      <PriceAnnouncement price={price} />
    </>
  )
})

/** Announces a new price once the page has settled. It does not replace what the page itself announces. */
function PriceAnnouncement({ price }: { price: Payment | null }) {
  const [said, announce] = useLiveText()
  const text = price && `${quoteText.premium} ${paymentPhrase(price.paymentCents, price.frequency)}`
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    announce(text ?? '')
  }, [text, announce])
  return (
    <div className="visually-hidden" aria-live="polite">
      {said}
    </div>
  )
}

function QuoteDetails() {
  const answers = useDeferredAnswers()
  const { quote, quoteNumber } = useDeferredDraftState()
  const { brand } = usePageSettings()
  const value = quotedValueDollars(answers)
  const rows: [string, string | undefined][] = [
    [quoteText.panelExcess, quote && claimExcessText(answers, quote, today())],
    [quoteText.panelValue, value > 0 ? dollarsText(value) : undefined],
    [
      quoteText.panelStart,
      isStartDateInvalid(answers, today()) ? undefined : formatLongDate(startDateOf(answers, today())),
    ],
    [quoteText.panelNumber, quoteNumber],
    [quoteText.panelValid, quote?.validUntil && formatLongDate(quote.validUntil)],
  ]
  return (
    <>
      <dl className="stack gap-2 price-panel-details">
        {rows.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <dt className="muted">{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="muted small">
        <a href={`tel:${brand.supportPhone.tel}`}>{quoteText.panelHelp(brand.supportPhone.text)}</a>
      </p>
    </>
  )
}

type Payment = Pick<ShownPrice, 'paymentCents' | 'frequency'>

/** How the last change affected the price. Payments of different frequencies are compared by the year's total. */
export function priceChangeText(before: Payment, now: Payment): string {
  const isSameFrequency = before.frequency === now.frequency
  const phrase = isSameFrequency ? frequencyPhrases[now.frequency] : quoteText.forTheYear
  const difference = isSameFrequency
    ? now.paymentCents - before.paymentCents
    : yearTotalCents(now.paymentCents, now.frequency) - yearTotalCents(before.paymentCents, before.frequency)
  if (difference === 0) return quoteText.changedSame
  const amount = moneyText(Math.abs(difference))
  return difference > 0 ? quoteText.changedUp(amount, phrase) : quoteText.changedDown(amount, phrase)
}

/** The sentence above; '' until the price has changed once on this page. */
function usePriceChange(price: ShownPrice | null): string {
  const [seen, setSeen] = useState({ now: price, text: '' })
  const { now } = seen
  if (price && (price.paymentCents !== now?.paymentCents || price.frequency !== now.frequency))
    setSeen({ now: price, text: now ? priceChangeText(now, price) : '' })
  return seen.text
}
