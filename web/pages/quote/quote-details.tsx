/** The details of the quote below its price: excess, value, dates, quote number and phone number. */

import { longDay } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import { isStartMissing, quotedValueDollars, startDateOf } from '#journey/questions/cover-choice.ts'
import { usePageSettings } from '#web/app/page-settings.ts'
import { quoteText } from '#web/content/quote.ts'
import { useDeferredAnswers, useDeferredDraftState } from '#web/features/draft/draft-store.ts'
import { claimExcessText } from '#web/features/pricing/excess-text.ts'
import { today } from '#web/lib/server-clock.ts'
import styles from './price-panel.module.css'

export function QuoteDetails() {
  const answers = useDeferredAnswers()
  const { quote, quoteNumber } = useDeferredDraftState()
  const { brand } = usePageSettings()
  const value = quotedValueDollars(answers)
  const rows: [string, string | undefined][] = [
    [quoteText.panelExcess, quote && claimExcessText(answers, quote, today())],
    [quoteText.panelValue, value > 0 ? dollarsText(value) : undefined],
    [
      quoteText.panelStart,
      isStartMissing(answers, today()) ? undefined : longDay(startDateOf(answers, today())),
    ],
    [quoteText.panelNumber, quoteNumber],
    [quoteText.panelValid, quote?.validUntil && longDay(quote.validUntil)],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(
          ([label, text]) =>
            text && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.quiet}>
        <a href={`tel:${brand.supportPhone.tel}`}>{quoteText.panelHelp(brand.supportPhone.text)}</a>
      </p>
    </>
  )
}
