/** The payment method question of step 4. It is not asked for ANNUAL, which is paid by card. */

import { paymentsPerYear } from '#journey/cover.ts'
import { addDays, typedDay } from '#journey/dates.ts'
import { moneyText } from '#journey/money.ts'
import { paymentMethods, paymentStartWithinDays } from '#journey/payment.ts'
import { frequencyOf, startDateOf } from '#journey/questions/quote.ts'
import { paymentMethodOf } from '#journey/questions/quote-form.ts'
import { DateField } from '#web/components/date-field.tsx'
import { DatePickerButton } from '#web/components/date-picker-button.tsx'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { datePickerText } from '#web/content/date-picker.ts'
import { frequencyPhrases } from '#web/content/payment-frequency.ts'
import { policyholderText, paymentMethodText as words } from '#web/content/policyholder.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useAnswersSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { confirmedCents, quotedFrequency, yearTotalCents } from '#web/features/pricing/quote-price.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { today } from '#web/lib/server-clock.ts'
import { useIsUncharged } from './card-page.tsx'
import styles from './policyholder-page.module.css'

const methods = paymentMethods.map(method => ({ value: method, label: words.methods[method] }))

/** Says what the card will be charged, before the customer leaves for the payment page. */
function cardPayments(quote: QuoteAttributes): string {
  const frequency = quotedFrequency(quote)
  const cents = confirmedCents(quote)
  return words.cardPayments(
    `${moneyText(cents)} ${frequencyPhrases[frequency]}`,
    paymentsPerYear[frequency],
    moneyText(yearTotalCents(cents, frequency)),
  )
}

export function PaymentMethodQuestion() {
  const isAnnual = useAnswersSelector(answers => frequencyOf(answers) === 'ANNUAL')
  const isCard = useAnswersSelector(answers => paymentMethodOf(answers) === 'Credit_Card')
  const quote = useDraftState(draftState => draftState.quote)
  const isUncharged = useIsUncharged()
  const start = useAnswersSelector(answers => startDateOf(answers, today()))
  const announce = useAnnounce()
  const latest = addDays(start, paymentStartWithinDays)
  return (
    <section className={styles.block} aria-labelledby="payment-heading">
      <h2 id="payment-heading">{words.title}</h2>
      {isAnnual ? (
        <p>{words.annualNote}</p>
      ) : (
        <RadioGroup field="payment.paymentMethod" legend={policyholderText.methodLegend} options={methods} />
      )}
      {isCard && !isAnnual && (
        <>
          {quote && <p>{cardPayments(quote)}</p>}
          <DateField
            field="payment.paymentStartDate"
            label={policyholderText.paymentStart}
            hint={words.paymentStartHint(typedDay(start), typedDay(latest))}
            picker={
              <DatePickerButton
                field="payment.paymentStartDate"
                name={datePickerText.paymentStart}
                earliest={start}
                latest={latest}
                announce={announce}
              />
            }
          />
        </>
      )}
      {isCard && isUncharged && <p>{words.notCharged}</p>}
    </section>
  )
}
