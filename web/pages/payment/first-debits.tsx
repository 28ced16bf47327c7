/** The dates and amounts of the first debits, shown in step 5 (payment) before the customer agrees. */

import { formatLongDate } from '#journey/dates.ts'
import { debitSchedule } from '#journey/debit-schedule.ts'
import { moneyText } from '#journey/money.ts'
import { paymentStartOf } from '#journey/questions/policyholder.ts'
import { frequencyOf, startDateOf } from '#journey/questions/quote.ts'
import { bankDetailsText as words } from '#web/content/payment.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useDeferredAnswers } from '#web/features/draft/draft-store.ts'
import { confirmedCents } from '#web/features/pricing/quote-price.ts'
import { today } from '#web/lib/server-clock.ts'
import styles from './payment-page.module.css'

const shownDebits = 3

export function FirstDebits({ quote }: { quote: QuoteAttributes }) {
  const answers = useDeferredAnswers()
  const debits = debitSchedule({
    startDate: startDateOf(answers, today()),
    firstDebit: paymentStartOf(answers, today()),
    frequency: frequencyOf(answers),
    instalmentCents: confirmedCents(quote),
  })
  return (
    <section className={`stack gap-3 ${styles.block}`} aria-labelledby="debits-heading">
      <h2 id="debits-heading">{words.scheduleTitle}</h2>
      <table className={styles.debits}>
        <caption className="hear">{words.scheduleCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.scheduleDate}</th>
            <th scope="col">{words.scheduleAmount}</th>
          </tr>
        </thead>
        <tbody>
          {debits.slice(0, shownDebits).map(debit => (
            <tr key={debit.date}>
              <th scope="row">{formatLongDate(debit.date)}</th>
              <td>{moneyText(debit.amountCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {debits.length > shownDebits && (
        <details>
          <summary>{words.scheduleMore(debits.length)}</summary>
          <ol>
            {debits.map(debit => (
              <li key={debit.date}>
                {formatLongDate(debit.date)}, {moneyText(debit.amountCents)}
              </li>
            ))}
          </ol>
        </details>
      )}
      <p className="muted small">{words.scheduleMoved}</p>
    </section>
  )
}
