/** How the policy is paid: not asked when ANNUAL, which is paid by card (HOLDER-07). */

import { frequencyOf, startDateOf } from '#journey/answers/cover-choice.ts'
import { paymentMethodOf } from '#journey/answers/payment-method.ts'
import { addDays, typedDay } from '#journey/dates.ts'
import { paymentMethods, paymentStartWithinDays } from '#journey/payment.ts'
import { useFromAnswers } from '#web/draft.ts'
import { DateField } from '#web/form/date-field.tsx'
import { Radios } from '#web/form/radios.tsx'
import { today } from '#web/today.ts'
import { policyholderWords as words } from '#web/words/policyholder.ts'
import styles from './policyholder-step.module.css'

const methods = paymentMethods.map(method => ({ value: method, label: words.methods[method] }))

export function PaymentChoice() {
  const isAnnual = useFromAnswers(answers => frequencyOf(answers) === 'ANNUAL')
  const isCard = useFromAnswers(answers => paymentMethodOf(answers) === 'Credit_Card')
  const start = useFromAnswers(answers => startDateOf(answers, today()))
  return (
    <section className={styles.block} aria-labelledby="payment-heading">
      <h2 id="payment-heading">{words.paymentTitle}</h2>
      {isAnnual ? (
        <p>{words.annualNote}</p>
      ) : (
        <Radios field="paymentMethod" legend={words.methodLegend} options={methods} />
      )}
      {isCard && !isAnnual && (
        <DateField
          field="paymentStartDate"
          label={words.paymentStart}
          hint={words.paymentStartHint(typedDay(start), typedDay(addDays(start, paymentStartWithinDays)))}
        />
      )}
      {isCard && <p>{words.notCharged}</p>}
    </section>
  )
}
