/**
 * The page of step 5 (payment): a review of all answers, the bank account and the direct debit terms. Next
 * buys the policy.
 */

import { memo } from 'react'
import { paymentsPerYear } from '#journey/cover.ts'
import { moneyText } from '#journey/money.ts'
import { paymentErrors } from '#journey/questions/bank-account.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { restartView, type Step } from '#journey/steps.ts'
import { Button } from '#web/components/button.tsx'
import { Form, FormActions } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import { frequencyNames, frequencyPhrases } from '#web/content/cover.ts'
import {
  bankDetailsText,
  paymentFailedText as failedText,
  instalmentsText,
  paymentMessages,
  paymentText as words,
} from '#web/content/payment.ts'
import { captchaNotReadyText } from '#web/content/session-and-captcha.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import {
  useDeferredAnswers,
  useDeferredDraftState,
  useDraft,
  useDraftState,
} from '#web/features/draft/draft-store.ts'
import {
  confirmedCents,
  quotedFrequency,
  useRequireConfirmedPrice,
  yearTotalCents,
} from '#web/features/pricing/quote-price.ts'
import { policyholderRows, quoteRows, SummaryList } from '#web/features/summary/answers-summary.tsx'
import { StatusIllustration } from '#web/layout/status-illustrations.tsx'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/after-paint.tsx'
import { useNavigation } from '#web/lib/navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { BankAccountFields } from './bank-account-fields.tsx'
import { useBind } from './bind-policy.ts'
import { DirectDebitTermsDialog } from './direct-debit-terms-dialog.tsx'
import { FirstDebits } from './first-debits.tsx'
import styles from './payment-page.module.css'

const check = (answers: FormAnswers) => paymentErrors(answers, { today: today() })

export function PaymentPage() {
  return useNavigation().view === 'payment-failure' ? <PaymentFailedView /> : <BankPayment />
}

function BankPayment() {
  const draft = useDraft()
  const quote = useDraftState(draftState => draftState.quote)
  const navigation = useNavigation()
  const form = useForm(check, paymentMessages)
  const binding = useBind()
  useRequireConfirmedPrice()

  const next = () =>
    form.submit(() => {
      draft.setAnswer('payment.directTerms', 'NO')
      binding.open()
    })
  return (
    <StepLayout step="payment" title={words.title} purpose={words.purpose}>
      {quote && <PremiumBox quote={quote} />}
      <AfterFirstPaint>
        <ReviewAnswers onChange={navigation.editStep} />
        <Form form={form} onSubmit={() => void next()}>
          <BankAccountFields />
          {quote && <FirstDebits quote={quote} />}
          {binding.isUnchecked && <p>{captchaNotReadyText}</p>}
          <FormActions next={{}} back={navigation.back} />
        </Form>
      </AfterFirstPaint>
      {binding.isOpen && (
        <DirectDebitTermsDialog
          progress={binding.progress}
          onClose={binding.close}
          onAgreed={() => void binding.bind()}
        />
      )}
    </StepLayout>
  )
}

/** The amount, the frequency and the total of a year. */
function PremiumBox({ quote }: { quote: QuoteAttributes }) {
  const frequency = quotedFrequency(quote)
  const cents = confirmedCents(quote)
  const total = moneyText(yearTotalCents(cents, frequency))
  const line = instalmentsText(frequency, moneyText(cents), paymentsPerYear[frequency], total)
  return (
    <section className={`stack gap-3 ${styles.premium}`} aria-labelledby="premium-heading">
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

/** All answers, with links to change them. */
const ReviewAnswers = memo(function ReviewAnswers({ onChange }: { onChange: (step: Step) => void }) {
  const answers = useDeferredAnswers()
  const draftState = useDeferredDraftState()
  return (
    <section className={`stack gap-3 ${styles.block}`} aria-labelledby="check-heading">
      <h2 id="check-heading">{bankDetailsText.checkAnswers}</h2>
      <SummaryList
        rows={[...quoteRows(answers, draftState, today()), ...policyholderRows(answers, draftState)]}
        onChange={row => onChange(row.step)}
      />
    </section>
  )
})

/** What failed, the next action first, and that the customer does not pay twice. */
function PaymentFailedView() {
  const navigation = useNavigation()
  const isQuoteOutdated = useDraftState(draftState => draftState.isQuoteOutdated)
  return (
    <StepLayout step="payment" title={failedText.title} purpose={failedText.text}>
      <div className={`cluster gap-5 ${styles.failure}`}>
        <StatusIllustration sign="detour" />
        <div className={`stack gap-3 ${styles.block}`}>
          <p>{failedText.kept}</p>
          <p>{isQuoteOutdated ? failedText.outdated : failedText.safe}</p>
          <div className="buttons">
            <Button onPress={() => navigation.move('back-to-direct-debit')}>{failedText.proceed}</Button>
            <Button kind="secondary" onPress={() => navigation.goTo(restartView)}>
              {failedText.backToQuote}
            </Button>
          </div>
        </div>
      </div>
    </StepLayout>
  )
}
