/** Step 5: everything once more, the bank account, the direct debit terms, and then the policy. */
import { paymentProblems } from '#journey/questions/payment.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { Form } from '#web/components/form.tsx'
import { Actions } from '#web/components/form-actions.tsx'
import { useStepForm } from '#web/components/use-form.ts'
import { uncheckedLine } from '#web/content/captcha-not-ready.ts'
import { paymentMessages } from '#web/content/messages/payment.ts'
import { paymentWords as words } from '#web/content/payment.ts'
import { useDraft, useFromFacts } from '#web/features/draft/draft-store.ts'
import { StepFrame } from '#web/layout/step-layout.tsx'
import { Later } from '#web/lib/lazy.tsx'
import { today } from '#web/lib/server-clock.ts'
import { paymentLabel } from './field-labels.ts'
import { TermsDialog } from './lazy-dialogs.ts'
import { BankDetails, CheckEverything, PaymentFailure } from './lazy-parts.ts'
import { PremiumBox } from './premium-box.tsx'
import { useBinding } from './use-bind.ts'

const check = (answers: Answers) => paymentProblems(answers, { today: today() })

export function PaymentStep() {
  return useWizard().view === 'payment-failure' ? <PaymentFailure /> : <BankPayment />
}

function BankPayment() {
  const draft = useDraft()
  const quote = useFromFacts(facts => facts.quote)
  const wizard = useWizard()
  const form = useStepForm(check, paymentMessages, paymentLabel)
  const binding = useBinding()

  const next = () =>
    form.submit(() => {
      draft.setAnswer('directTerms', 'NO')
      binding.open()
    })
  return (
    <StepFrame step="payment" title={words.title} purpose={words.purpose}>
      {quote && <PremiumBox quote={quote} />}
      <Later>
        <CheckEverything onChange={wizard.change} />
        <Form problems={form.problems} labels={form.labelOf} onSubmit={() => void next()}>
          <BankDetails quote={quote} />
          {binding.isUnchecked && <p>{uncheckedLine}</p>}
          <Actions next={{}} back={wizard.back} />
        </Form>
      </Later>
      <TermsDialog
        open={binding.isOpen}
        progress={binding.progress}
        onClose={binding.close}
        onAgreed={() => void binding.bind()}
      />
    </StepFrame>
  )
}
