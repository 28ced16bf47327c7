/** The premium box of step 5: the amount, the frequency and the total of a year. */

import { paymentsPerYear } from '#journey/cover.ts'
import { moneyText } from '#journey/money.ts'
import { frequencyNames, frequencyPhrases } from '#web/content/cover.ts'
import { instalmentsLine, paymentText as words } from '#web/content/payment.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { confirmedCents, quotedFrequency, yearTotalCents } from '#web/features/pricing/quote-price.ts'
import styles from './payment-page.module.css'

export function PremiumBox({ quote }: { quote: QuoteAttributes }) {
  const frequency = quotedFrequency(quote)
  const cents = confirmedCents(quote)
  const total = moneyText(yearTotalCents(cents, frequency))
  const line = instalmentsLine(frequency, moneyText(cents), paymentsPerYear[frequency], total)
  return (
    <section className={styles.premium} aria-labelledby="premium-heading">
      <h2 id="premium-heading">{words.premiumTitle}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{words.frequency}</dt>
          <dd>{frequencyNames[frequency]}</dd>
        </div>
        <div>
          <dt>{words.amount}</dt>
          <dd>
            {moneyText(cents)} {frequencyPhrases[frequency]}
          </dd>
        </div>
      </dl>
      {line && <p>{line}</p>}
    </section>
  )
}
