/** The page of step 5 (payment): a review of all answers and the bank account; Next opens the terms. */
import { memo } from 'react'
import { formatBankAccountInput, isAccountNumber, isDoubtfulAccount } from '#journey/bank-account.ts'
import { paymentsPerYear } from '#journey/cover.ts'
import { formatLongDate } from '#journey/dates.ts'
import { debitSchedule } from '#journey/debit-schedule.ts'
import { moneyText } from '#journey/money.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { paymentErrors } from '#journey/questions/payment.ts'
import { paymentStartOf } from '#journey/questions/policyholder.ts'
import { frequencyOf, startDateOf } from '#journey/questions/quote.ts'
import { goBackToQuoteTarget, type Step } from '#journey/steps.ts'
import { Button } from '#web/components/button.tsx'
import { CheckboxField } from '#web/components/checkbox-field.tsx'
import { Form, FormActions } from '#web/components/form.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useForm } from '#web/components/use-form.ts'
import { frequencyNames, paymentPhrase } from '#web/content/cover-and-payment.ts'
import { captchaFailedText } from '#web/content/messages.ts'
import {
  paymentFailedText as failedText,
  instalmentsText,
  paymentMessages,
  paymentText as words,
} from '#web/content/payment.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import {
  useDeferredAnswers,
  useDeferredDraftState,
  useDraft,
  useDraftSelector,
  useDraftState,
} from '#web/features/draft/draft-store.ts'
import { PaymentStartField } from '#web/features/payment-start/payment-start-field.tsx'
import {
  confirmedCents,
  quotedFrequency,
  useRequireUpToDatePrice,
  yearTotalCents,
} from '#web/features/pricing/quote-price.ts'
import { policyholderRows, quoteRows, SummaryList } from '#web/features/summary/answers-summary.tsx'
import { StatusIllustration } from '#web/layout/illustrations.tsx'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { useBind } from './bind-policy.ts'
import { DirectDebitTermsDialog } from './direct-debit-terms-dialog.tsx'
import './payment-page.css'

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
  useRequireUpToDatePrice()

  const next = () =>
    form.submit(() => {
      draft.setAnswer('payment.directTerms', 'NO')
      binding.showTerms()
    })
  return (
    <StepLayout step="payment" title={words.title} purpose={words.purpose}>
      {quote && <PremiumBox quote={quote} />}
      <AfterFirstPaint>
        <ReviewAnswers onChange={navigation.editStep} />
        <Form form={form} onSubmit={() => void next()}>
          <BankAccountFields />
          {quote && <FirstDebits quote={quote} />}
          {binding.phase === 'captcha-failed' && <p>{captchaFailedText}</p>}
          <FormActions next={{}} back={navigation.back} />
        </Form>
      </AfterFirstPaint>
      {binding.phase !== 'form' && binding.phase !== 'captcha-failed' && (
        <DirectDebitTermsDialog
          phase={binding.phase}
          onClose={binding.close}
          onAgreed={() => void binding.bind()}
        />
      )}
    </StepLayout>
  )
}

function PremiumBox({ quote }: { quote: QuoteAttributes }) {
  const frequency = quotedFrequency(quote)
  const cents = confirmedCents(quote)
  const total = moneyText(yearTotalCents(cents, frequency))
  const line = instalmentsText(frequency, moneyText(cents), paymentsPerYear[frequency], total)
  return (
    <section className="stack gap-3 payment-page-premium" aria-labelledby="premium-heading">
      <h2 id="premium-heading">{words.premiumTitle}</h2>
      <dl className="payment-page-details">
        <div>
          <dt>{words.frequency}</dt>
          <dd>{frequencyNames[frequency]}</dd>
        </div>
        <div>
          <dt>{words.amount}</dt>
          <dd>{paymentPhrase(cents, frequency)}</dd>
        </div>
      </dl>
      {line && <p>{line}</p>}
    </section>
  )
}

const ReviewAnswers = memo(function ReviewAnswers({ onChange }: { onChange: (step: Step) => void }) {
  const answers = useDeferredAnswers()
  const draftState = useDeferredDraftState()
  return (
    <section className="stack gap-3 payment-page-block" aria-labelledby="check-heading">
      <h2 id="check-heading">{words.checkAnswers}</h2>
      <SummaryList
        rows={[...quoteRows(answers, draftState, today()), ...policyholderRows(answers, draftState)]}
        onChange={row => onChange(row.step)}
      />
    </section>
  )
})

/** An account number that cannot exist gets a hint, not an error. */
export function BankAccountFields() {
  const isDoubtful = useDraftSelector(answers => {
    const account = answers.payment.bank.accountNumber.trim()
    return isAccountNumber(account) && isDoubtfulAccount(account)
  })
  return (
    <section className="stack gap-5 payment-page-block" aria-labelledby="bank-heading">
      <h2 id="bank-heading">{words.bankTitle}</h2>
      <TextField field="payment.bank.accountName" label={words.accountName} autoCapitalize="words" />
      <TextField
        field="payment.bank.accountNumber"
        label={words.accountNumber}
        hint={words.accountHint}
        inputMode="numeric"
        // No maxlength: the browser would cut a paste with words around it. The formatter keeps 19 characters.
        transform={formatBankAccountInput}
      />
      <p role="status" className="live-region payment-page-doubt">
        {isDoubtful && words.accountDoubt}
      </p>
      <TextField
        field="payment.bank.accountAuthorizer"
        label={words.authoriser}
        hint={words.authoriserHint}
        autoCapitalize="words"
      />
      <CheckboxField field="payment.bank.authorised" label={words.authorised} />
      <PaymentStartField hint="bankHint" />
    </section>
  )
}

const shownDebits = 3

/** The dates and amounts of the first debits, which the customer sees before agreeing. */
function FirstDebits({ quote }: { quote: QuoteAttributes }) {
  const answers = useDeferredAnswers()
  const debits = debitSchedule({
    startDate: startDateOf(answers, today()),
    firstDebit: paymentStartOf(answers, today()),
    frequency: frequencyOf(answers),
    instalmentCents: confirmedCents(quote),
  })
  return (
    <section className="stack gap-3 payment-page-block" aria-labelledby="debits-heading">
      <h2 id="debits-heading">{words.scheduleTitle}</h2>
      <table className="payment-page-debits">
        <caption className="visually-hidden">{words.scheduleCaption}</caption>
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

/** What failed, the next action first, and that the customer does not pay twice. */
function PaymentFailedView() {
  const navigation = useNavigation()
  const isQuoteOutdated = useDraftState(draftState => draftState.isQuoteOutdated)
  return (
    <StepLayout step="payment" title={failedText.title} purpose={failedText.text}>
      <div className="cluster gap-5 payment-page-failure">
        <StatusIllustration sign="detour" />
        <div className="stack gap-3 payment-page-block">
          <p>{failedText.kept}</p>
          <p>{isQuoteOutdated ? failedText.outdated : failedText.safe}</p>
          <div className="buttons">
            <Button onPress={() => navigation.move('back-to-direct-debit')}>{failedText.proceed}</Button>
            <Button kind="secondary" onPress={() => navigation.goTo(goBackToQuoteTarget)}>
              {failedText.backToQuote}
            </Button>
          </div>
        </div>
      </div>
    </StepLayout>
  )
}
