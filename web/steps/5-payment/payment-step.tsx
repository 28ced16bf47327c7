/** Step 5: everything once more, the bank account, the direct debit terms, and then the policy. */
import { memo } from 'react'
import { paymentProblems } from '#journey/answers/payment.ts'
import type { Answers } from '#journey/answers/problem.ts'
import type { Step } from '#journey/steps.ts'
import { policyholderRows, quoteRows } from '#web/answer-rows.ts'
import { CheckAnswers } from '#web/check-answers.tsx'
import { useAnswersSoon, useDraft, useFacts, useFactsSoon } from '#web/draft.ts'
import { Actions } from '#web/form/actions.tsx'
import { Form } from '#web/form/form.tsx'
import { useStepForm } from '#web/form/step-form.ts'
import { StepFrame } from '#web/frame/step-frame.tsx'
import { Later, laterPopup } from '#web/later.tsx'
import { today } from '#web/today.ts'
import { useWizard } from '#web/wizard.tsx'
import { paymentWords as words } from '#web/words/payment.ts'
import { BankFields } from './bank-fields.tsx'
import { PaymentFailure } from './payment-failure.tsx'
import styles from './payment-step.module.css'
import { FirstDebits, PremiumBox } from './premium-box.tsx'
import { useBinding } from './use-binding.ts'

const TermsDialog = laterPopup(() => import('./terms-dialog.tsx').then(file => file.TermsDialog))

const labels: Readonly<Record<string, string>> = {
  accountName: words.accountName,
  accountNumber: words.accountNumber,
  accountAuthorizer: words.authoriser,
  authorised: words.authorised,
  paymentStartDate: words.paymentStart,
}
const labelOf = (field: string) => labels[field] ?? field
const check = (answers: Answers) => paymentProblems(answers, { today: today() })

export function PaymentStep() {
  return useWizard().view === 'payment-failure' ? <PaymentFailure /> : <BankPayment />
}

function BankPayment() {
  const draft = useDraft()
  const { quote } = useFacts()
  const wizard = useWizard()
  const form = useStepForm(check, labelOf)
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
          <BankFields />
          {quote && <FirstDebits quote={quote} />}
          {binding.isUnchecked && <p role="status">{words.uncheckedLine}</p>}
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

const CheckEverything = memo(function CheckEverything({ onChange }: { onChange: (step: Step) => void }) {
  const answers = useAnswersSoon()
  const facts = useFactsSoon()
  return (
    <section className={styles.block} aria-labelledby="check-heading">
      <h2 id="check-heading">{words.checkAnswers}</h2>
      <CheckAnswers
        rows={[...quoteRows(answers, facts, today()), ...policyholderRows(answers, facts)]}
        onChange={onChange}
      />
    </section>
  )
})
