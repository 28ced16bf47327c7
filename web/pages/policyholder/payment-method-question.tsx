/**
 * The payment method question of step 4 (policyholder). It is not asked for ANNUAL, which is paid by card.
 */

import { paymentsPerYear } from '#journey/cover.ts'
import { moneyText } from '#journey/money.ts'
import { paymentMethods } from '#journey/payment.ts'
import { paymentMethodOf } from '#journey/questions/form-answers.ts'
import { frequencyOf } from '#journey/questions/quote.ts'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { frequencyPhrases } from '#web/content/cover.ts'
import { policyholderText, paymentMethodText as words } from '#web/content/policyholder.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useAnswersSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { PaymentStartField } from '#web/features/payment-start/payment-start-field.tsx'
import { confirmedCents, quotedFrequency, yearTotalCents } from '#web/features/pricing/quote-price.ts'
import { useHasOpenedNoCardPage } from './use-card-page.tsx'

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
  const isUncharged = useHasOpenedNoCardPage()
  return (
    <section className="stack gap-5" aria-labelledby="payment-heading">
      <h2 id="payment-heading">{words.title}</h2>
      {isAnnual ? (
        <p>{words.annualNote}</p>
      ) : (
        <RadioGroup field="payment.paymentMethod" legend={policyholderText.methodLegend} options={methods} />
      )}
      {isCard && !isAnnual && (
        <>
          {quote && <p>{cardPayments(quote)}</p>}
          <PaymentStartField hint="cardHint" />
        </>
      )}
      {isCard && isUncharged && <p>{words.notCharged}</p>}
    </section>
  )
}
