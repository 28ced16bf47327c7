/** The price at every moment: the amount first, then what it is made of and what belongs to the quote (A31). */
import { memo, useState } from 'react'
import { gstWithin, moneyText } from '#journey/money.ts'
import { isIncomplete } from '#journey/questions/cover-choice.ts'
import { SmallWheel } from '#web/components/spinner.tsx'
import { frequencyPhrases } from '#web/content/payment-frequency.ts'
import { quoteWords } from '#web/content/quote.ts'
import { useAnswers, useAnswersSoon, useFactsSoon, useFromFacts } from '#web/features/draft/draft-store.ts'
import { shownPrice, yearTotalCents } from '#web/features/pricing/quote-price.ts'
import { Later } from '#web/lib/lazy.tsx'
import { today } from '#web/lib/server-clock.ts'
import { PriceBreakdown } from './lazy-dialogs.ts'
import { QuoteFacts } from './lazy-parts.ts'
import { usePriceChange } from './price-change-text.ts'
import styles from './price-panel.module.css'

interface Progress {
  readonly busy: boolean
  /** No price came of the last amend, and none is out. */
  readonly ended: boolean
}

export const PricePanel = memo(function PricePanel({ busy, ended }: Progress) {
  const [isOpen, setOpen] = useState(false)
  const answers = useAnswersSoon()
  const { quote } = useFactsSoon()
  const price = shownPrice(quote, answers, today())
  // Here, because the details come later: the first press may be quicker than they are.
  const change = usePriceChange(price)
  const yearCents = price && yearTotalCents(price.paymentCents, price.frequency)
  return (
    <>
      <section
        className={styles.panel}
        aria-label={quoteWords.panelTitle}
        // Open on a phone it lies over the page, and over what would have the focus there.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return
          setOpen(false)
          currentTarget.querySelector('button')?.focus()
        }}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{quoteWords.panelTitle}</h2>
          <Amount busy={busy} ended={ended} />
          <button
            type="button"
            className={styles.more}
            aria-expanded={isOpen}
            aria-controls="price-details"
            onClick={() => setOpen(!isOpen)}
          >
            {quoteWords.details}
          </button>
        </div>
        <div id="price-details" className={isOpen ? styles.open : styles.folded}>
          {yearCents !== null && (
            <>
              <p>{quoteWords.yearLine(moneyText(yearCents))}</p>
              <p className={styles.quiet}>{quoteWords.gst(moneyText(gstWithin(yearCents)))}</p>
            </>
          )}
          <p className={styles.change}>{change}</p>
          <Later>
            <QuoteFacts />
          </Later>
        </div>
      </section>
      {/* Beside the panel: on a phone that is a bar, and this stands on the page. */}
      <Later>{quote && <PriceBreakdown quote={quote} />}</Later>
    </>
  )
})

/**
 * The answer to a press on this page: nothing else is drawn before it. Words that stand beside an element have one of
 * their own, here and elsewhere: a browser that translates the page takes bare ones away, and React looks for them.
 */
const Amount = memo(function Amount({ busy, ended }: Progress) {
  const answers = useAnswers()
  const quote = useFromFacts(facts => facts.quote)
  const offline = useFromFacts(facts => facts.offline)
  const price = shownPrice(quote, answers, today())
  const unconfirmed = price !== null && !price.confirmed
  // An end without a price is told beside the choices, and nobody asks for what is half chosen: nothing turns for either.
  const confirming = busy || (unconfirmed && !ended && !isIncomplete(answers, today()))
  return (
    <>
      <output aria-label={quoteWords.premium} aria-busy={busy || undefined} className={styles.price}>
        {price ? (
          <>
            <span className={styles.amount}>{moneyText(price.paymentCents)}</span>{' '}
            <span>{frequencyPhrases[price.frequency]}</span>
          </>
        ) : (
          // Nobody is working it out any more.
          (offline && quoteWords.noPriceOnline) || quoteWords.noPriceYet
        )}
      </output>
      <p className={styles.state}>
        {confirming && (
          <>
            <SmallWheel />
            <span>{quoteWords.updating}</span>
          </>
        )}
        {!confirming && unconfirmed && <span>{quoteWords.notConfirmed}</span>}
      </p>
    </>
  )
})
