/** Step 5: a review of all answers, the bank account and the direct debit terms. Next buys the policy. */

import { paymentErrors } from '#journey/questions/payment.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { Form } from '#web/components/form.tsx'
import { FormActions } from '#web/components/form-actions.tsx'
import { useForm } from '#web/components/use-form.ts'
import { captchaNotReadyText } from '#web/content/captcha-not-ready.ts'
import { paymentMessages } from '#web/content/messages/payment.ts'
import { paymentText as words } from '#web/content/payment.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/lazy.tsx'
import { today } from '#web/lib/server-clock.ts'
import { paymentLabel } from './field-labels.ts'
import { DirectDebitTermsDialog } from './lazy-dialogs.ts'
import { BankDetails, PaymentFailedView, ReviewAnswers } from './lazy-parts.ts'
import { PremiumBox } from './premium-box.tsx'
import { useBind } from './use-bind.ts'

const check = (answers: Answers) => paymentErrors(answers, { today: today() })

export function PaymentPage() {
  return useNavigation().view === 'payment-failure' ? <PaymentFailedView /> : <BankPayment />
}

function BankPayment() {
  const draft = useDraft()
  const quote = useDraftState(draftState => draftState.quote)
  const wizard = useNavigation()
  const form = useForm(check, paymentMessages, paymentLabel)
  const binding = useBind()

  const next = () =>
    form.submit(() => {
      draft.setAnswer('directTerms', 'NO')
      binding.open()
    })
  return (
    <StepLayout step="payment" title={words.title} purpose={words.purpose}>
      {quote && <PremiumBox quote={quote} />}
      <AfterFirstPaint>
        <ReviewAnswers onChange={wizard.editStep} />
        <Form errors={form.errors} labels={form.labelOf} onSubmit={() => void next()}>
          <BankDetails quote={quote} />
          {binding.isUnchecked && <p>{captchaNotReadyText}</p>}
          <FormActions next={{}} back={wizard.back} />
        </Form>
      </AfterFirstPaint>
      <DirectDebitTermsDialog
        open={binding.isOpen}
        progress={binding.progress}
        onClose={binding.close}
        onAgreed={() => void binding.bind()}
      />
    </StepLayout>
  )
}
