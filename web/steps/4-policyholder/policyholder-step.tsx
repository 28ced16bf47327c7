/** Step 4: who takes the policy out, where post goes and how it is paid; card payers leave for the payment page here. */
import { useLayoutEffect, useState } from 'react'
import { applicantTypeOf } from '#journey/answers/holders.ts'
import { paymentMethodOf } from '#journey/answers/payment-method.ts'
import { policyholderProblems } from '#journey/answers/policyholder.ts'
import type { Answers } from '#journey/answers/problem.ts'
import { applicantTypes } from '#journey/people.ts'
import { useApi } from '#web/api.ts'
import { type AnswersPatch, useDraft, useFromAnswers } from '#web/draft.ts'
import { EmailOutcomeLine } from '#web/email-outcome.tsx'
import type { EmailOutcome } from '#web/email-quote.tsx'
import { Actions } from '#web/form/actions.tsx'
import { Button } from '#web/form/button.tsx'
import { Form } from '#web/form/form.tsx'
import { EmailQuote } from '#web/form/popups.ts'
import { Radios } from '#web/form/radios.tsx'
import { Spinner } from '#web/form/spinner.tsx'
import { useStepForm } from '#web/form/step-form.ts'
import { SwitchField } from '#web/form/switch-field.tsx'
import { TextField } from '#web/form/text-field.tsx'
import { StepFrame } from '#web/frame/step-frame.tsx'
import { Later } from '#web/later.tsx'
import { today } from '#web/today.ts'
import { useWizard } from '#web/wizard.tsx'
import { emailWords } from '#web/words/email.ts'
import { policyholderWords as words } from '#web/words/policyholder.ts'
import { entryPatch, mainDriverPatch, undoOf } from './holder-fields.ts'
import { holderLabel } from './holder-label.ts'
import { HolderQuestions } from './next-parts.ts'
import styles from './policyholder-step.module.css'
import { PostalManually } from './postal-manually.tsx'
import { useLeaving } from './use-leaving.ts'
import { useUndo } from './use-undo.ts'

const applicants = applicantTypes.map(type => ({ value: type, label: type }))

export function PolicyholderStep() {
  const draft = useDraft()
  const [isPrepared, setPrepared] = useState(false)
  // Before the first picture, so that none is empty.
  useLayoutEffect(() => {
    draft.setAnswers(entryPatch(draft.answers()))
    setPrepared(true)
  }, [draft])
  return isPrepared ? <PreparedStep /> : null
}

function PreparedStep() {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const isBusiness = useFromAnswers(answers => applicantTypeOf(answers) === 'Business')
  const wasCancelled = useFromAnswers(answers => answers.paymentCancelled === 'YES')
  const undo = useUndo()
  const [popup, setPopup] = useState<'email' | 'address' | null>(null)
  const [emailed, setEmailed] = useState<EmailOutcome>(null)
  const { state, save, pay } = useLeaving(api, draft, wizard.leave)
  const form = useStepForm(
    (now: Answers) =>
      policyholderProblems(now, {
        today: today(),
        postalAddress: draft.facts().postalAddress,
      }),
    holderLabel,
  )
  const closePopup = () => setPopup(null)
  const change = (patch: AnswersPatch, text: string) => {
    const back = undoOf(draft.answers(), patch)
    draft.setAnswers(patch)
    undo.offer(text, () => draft.setAnswers(back))
  }
  const next = () =>
    form.submit(async () => {
      if (!(await save())) return
      if (paymentMethodOf(draft.answers()) === 'BANK_TRANSFER') wizard.next()
      else await pay()
    })
  const email = () =>
    form.submit(async () => {
      if (!(await save())) return
      draft.setAnswer(
        'quoteEmail',
        draft.answers().quoteEmail || draft.answers()['policyholder1.email'] || '',
      )
      setPopup('email')
    })
  const copyDriver = (on: boolean) => {
    const patch = { ...mainDriverPatch(draft.answers(), on), useMainDriver: on ? 'YES' : 'NO' }
    const back = { ...undoOf(draft.answers(), patch), useMainDriver: on ? 'NO' : 'YES' }
    draft.setAnswers(patch)
    undo.offer(on ? words.copied : words.cleared, () => draft.setAnswers(back))
  }

  if (state === 'leaving')
    return (
      <StepFrame step="payment" title={words.leaving} purpose={words.leavingDetail}>
        <Spinner text={words.leaving} />
      </StepFrame>
    )
  const busy = state === 'busy'
  return (
    <StepFrame step="policyholder" title={words.title} purpose={words.purpose}>
      {wasCancelled && (
        <p role="status" className={styles.cancelled}>
          {words.cancelled}
        </p>
      )}
      <Form problems={form.problems} labels={form.labelOf} busy={busy} onSubmit={() => void next()}>
        <Radios field="applicantType" legend={words.applicantLegend} options={applicants} layout="row" />
        {isBusiness && (
          <TextField
            field="businessName"
            label={words.businessName}
            hint={words.businessHint}
            autoComplete="organization"
            autoCapitalize="words"
            enterKeyHint="next"
            maxLength={100}
          />
        )}
        <SwitchField
          field="useMainDriver"
          label={words.useMainDriver}
          help={words.useMainDriverHelp}
          onChange={copyDriver}
        />
        <Later>
          <HolderQuestions onChange={change} onManual={() => setPopup('address')} onSwitched={undo.offer} />
          <p role="status" className={styles.undo}>
            {undo.line && (
              <>
                {undo.line.text}{' '}
                <Button kind="quiet" onPress={undo.take}>
                  {words.undo}
                </Button>
              </>
            )}
            {busy && words.saving}
            {state === 'no-page' && words.noPaymentPage}
            {state === 'not-ready' && words.quoteFirst}
            {state === 'unchecked' && words.uncheckedLine}
          </p>
          <Actions
            next={{ busy }}
            back={wizard.back}
            extra={
              <Button kind="quiet" onPress={() => void email()}>
                {emailWords.open}
              </Button>
            }
          />
          <EmailOutcomeLine outcome={emailed} />
        </Later>
      </Form>
      <EmailQuote open={popup === 'email'} onClose={closePopup} onOutcome={setEmailed} />
      <PostalManually open={popup === 'address'} onClose={closePopup} />
    </StepFrame>
  )
}
