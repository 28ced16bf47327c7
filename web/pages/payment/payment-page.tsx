/** Step 5: a review of all answers, the bank account and the direct debit terms. Next buys the policy. */

import { paymentErrors } from '#journey/questions/payment.ts'
import type { QuoteForm } from '#journey/questions/quote-form.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { Form, FormActions } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import { captchaNotReadyText } from '#web/content/captcha.ts'
import { paymentMessages } from '#web/content/messages/payment.ts'
import { paymentText as words } from '#web/content/payment.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useRequireConfirmedPrice } from '#web/features/pricing/use-require-confirmed-price.ts'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/after-paint.tsx'
import { today } from '#web/lib/server-clock.ts'
import { BankAccountFields } from './bank-account-fields.tsx'
import { DirectDebitTermsDialog } from './direct-debit-terms-dialog.tsx'
import { FirstDebits } from './first-debits.tsx'
import { PaymentFailedView } from './payment-failed-view.tsx'
import { PremiumBox } from './premium-box.tsx'
import { ReviewAnswers } from './review-answers.tsx'
import { useBind } from './use-bind.ts'

const check = (answers: QuoteForm) => paymentErrors(answers, { today: today() })

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
