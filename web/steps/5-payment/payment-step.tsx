/** Step 5: everything once more, the bank account, the direct debit terms, and then the policy. */
import { paymentProblems } from '#journey/answers/payment.ts'
import type { Answers } from '#journey/answers/problem.ts'
import { useDraft, useFromFacts } from '#web/draft.ts'
import { Actions } from '#web/form/actions.tsx'
import { Form } from '#web/form/form.tsx'
import { useStepForm } from '#web/form/step-form.ts'
import { StepFrame } from '#web/frame/step-frame.tsx'
import { Later } from '#web/later.tsx'
import { today } from '#web/today.ts'
import { useWizard } from '#web/wizard.tsx'
import { paymentMessages } from '#web/words/messages/payment.ts'
import { paymentWords as words } from '#web/words/payment.ts'
import { uncheckedLine } from '#web/words/unchecked.ts'
import { TermsDialog } from './later-parts.ts'
import { BankDetails, CheckEverything, PaymentFailure } from './next-parts.ts'
import { paymentLabel } from './payment-label.ts'
import { PremiumBox } from './premium-box.tsx'
import { useBinding } from './use-binding.ts'

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
