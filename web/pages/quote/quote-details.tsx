/** What belongs to the quote, below its price: excess, value, the days, its number, and whom to call. */

import { longDay } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import { lacksStart, quotedValueDollars, startDateOf } from '#journey/questions/cover-choice.ts'
import { usePage } from '#web/app/page-settings.ts'
import { quoteWords } from '#web/content/quote.ts'
import { useAnswersSoon, useFactsSoon } from '#web/features/draft/draft-store.ts'
import { claimExcessText } from '#web/features/pricing/excess-text.ts'
import { today } from '#web/lib/server-clock.ts'
import styles from './price-panel.module.css'

export function QuoteFacts() {
  const answers = useAnswersSoon()
  const { quote, quoteNumber } = useFactsSoon()
  const { brand } = usePage()
  const value = quotedValueDollars(answers)
  const rows: [string, string | undefined][] = [
    [quoteWords.panelExcess, quote && claimExcessText(answers, quote, today())],
    [quoteWords.panelValue, value > 0 ? dollarsText(value) : undefined],
    [
      quoteWords.panelStart,
      lacksStart(answers, today()) ? undefined : longDay(startDateOf(answers, today())),
    ],
    [quoteWords.panelNumber, quoteNumber],
    [quoteWords.panelValid, quote?.validUntil && longDay(quote.validUntil)],
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
        <a href={`tel:${brand.supportPhone.tel}`}>{quoteWords.panelHelp(brand.supportPhone.text)}</a>
      </p>
    </>
  )
}
