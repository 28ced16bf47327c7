/** Step 4: who takes the policy out, where post goes and how it is paid; card payers leave for the payment page here. */
import { useLayoutEffect, useRef, useState } from 'react'
import { applicantTypes } from '#journey/people.ts'
import { paymentMethodOf } from '#journey/questions/payment-method.ts'
import { policyholderProblems } from '#journey/questions/policyholder.ts'
import { applicantTypeOf } from '#journey/questions/policyholders.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import { useApi } from '#web/api/client.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { EmailOutcomeLine, EmailQuote } from '#web/app/shared-dialogs.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { Form } from '#web/components/form.tsx'
import { Actions } from '#web/components/form-actions.tsx'
import { Radios } from '#web/components/radio-group.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import { SwitchField } from '#web/components/switch-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useStepForm } from '#web/components/use-form.ts'
import { emailWords } from '#web/content/email.ts'
import { policyholderMessages } from '#web/content/messages/policyholder.ts'
import { policyholderWords as words } from '#web/content/policyholder.ts'
import { useDraft, useFromAnswers } from '#web/features/draft/draft-store.ts'
import { useChangedAnswers } from '#web/features/draft/use-lock-later-steps.ts'
import type { EmailOutcome } from '#web/features/email-quote/email-quote-dialog.tsx'
import { StepFrame } from '#web/layout/step-layout.tsx'
import { Later } from '#web/lib/lazy.tsx'
import { today } from '#web/lib/server-clock.ts'
import { entryPatch, mainDriverPatch, undoOf } from './edit-policyholders.ts'
import { holderLabel } from './field-labels.ts'
import { Ended, HolderQuestions } from './lazy-parts.ts'
import { PostalManually } from './manual-postal-address.tsx'
import styles from './policyholder-page.module.css'
import { useLeaving } from './use-save-and-pay.ts'
import { useUndo } from './use-undo.ts'

const applicants = applicantTypes.map(type => ({ value: type, label: type }))

export function PolicyholderStep() {
  const draft = useDraft()
  const [isPrepared, setPrepared] = useState(false)
  // Before the first picture, so that none is empty.
  useLayoutEffect(() => {
    draft.setAnswers(entryPatch(draft.answers(), draft.facts().riskAddress))
    setPrepared(true)
  }, [draft])
  return isPrepared ? <PreparedStep /> : null
}

function PreparedStep() {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const isBusiness = useFromAnswers(answers => applicantTypeOf(answers) === 'Business')
  useChangedAnswers('policyholder')
  const wasCancelled = useFromAnswers(answers => answers.paymentCancelled === 'YES')
  const undo = useUndo()
  const [popup, setPopup] = useState<'email' | 'address' | null>(null)
  const [emailed, setEmailed] = useState<EmailOutcome>(null)
  const { state, save, pay } = useLeaving(api, draft, wizard.leave)
  const [isBusy, setBusy] = useState(false)
  /** Which of its buttons the form is sent by: both want every answer right. */
  const isForMail = useRef(false)
  const form = useStepForm(
    (now: Answers) =>
      policyholderProblems(now, {
        today: today(),
        postalAddress: draft.facts().postalAddress,
        isAddressMissed: draft.facts().missedAddress === 'postalAddress',
      }),
    policyholderMessages,
    holderLabel,
  )
  const closePopup = () => setPopup(null)
  const goOn = (): void | Promise<void> => {
    if (!isForMail.current)
      return paymentMethodOf(draft.answers()) === 'BANK_TRANSFER' && !draft.facts().undeclared
        ? wizard.next()
        : pay()
    setPopup('email')
  }
  const saveAndGoOn = (): Promise<void> =>
    form.send(async () => {
      const saved = await save()
      // What was put right meanwhile goes along.
      if (saved === 'changed') await saveAndGoOn()
      else if (saved) await goOn()
    })
  /** Busy from the press on: the form may first have to wait for an address that is being looked up. */
  const submit = async () => {
    undo.clear()
    setBusy(true)
    await saveAndGoOn()
    isForMail.current = false
    setBusy(false)
  }
  const copyDriver = (on: boolean) => {
    const patch = { ...mainDriverPatch(draft.answers(), on), useMainDriver: on ? 'YES' : 'NO' }
    const back = { ...undoOf(draft.answers(), patch), useMainDriver: on ? 'NO' : 'YES' }
    draft.setAnswers(patch)
    undo.offer({
      text: on ? words.copied : words.cleared,
      undo: () => draft.setAnswers(back),
      backTo: fieldId('useMainDriver'),
    })
  }

  if (state === 'leaving')
    return (
      <StepFrame step="payment" title={words.leaving} purpose={words.leavingDetail}>
        <Spinner text={words.leaving} />
      </StepFrame>
    )
  return (
    <StepFrame step="policyholder" title={words.title} purpose={words.purpose}>
      {wasCancelled && (
        <p role="status" className={styles.cancelled}>
          {words.cancelled}
        </p>
      )}
      <Form problems={form.problems} labels={form.labelOf} busy={isBusy} onSubmit={() => void submit()}>
        <Radios field="applicantType" legend={words.applicantLegend} options={applicants} layout="row" />
        {isBusiness && (
          <TextField
            field="businessName"
            label={words.businessName}
            hint={words.businessHint}
            autoComplete="organization"
            autoCapitalize="words"
            enterKeyHint="next"
          />
        )}
        <SwitchField
          field="useMainDriver"
          label={words.useMainDriver}
          help={words.useMainDriverHelp}
          onChange={copyDriver}
        />
        <Later>
          <HolderQuestions
            form={form}
            undo={undo}
            onManual={() => {
              undo.clear()
              setPopup('address')
            }}
          />
          <p role="status" className={styles.saving}>
            {state === 'busy' && <span>{words.saving}</span>}
          </p>
          <Ended state={state} />
          <Actions
            next={{ busy: isBusy }}
            back={wizard.back}
            extra={
              <Button
                kind="quiet"
                type="submit"
                busy={isBusy}
                onPress={() => {
                  isForMail.current = true
                }}
              >
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
