/** The page of step 4 (policyholder): the policyholders, their postal address and the payment method. */
import { useLayoutEffect, useRef, useState } from 'react'
import { paymentsPerYear } from '#journey/cover.ts'
import { moneyText } from '#journey/money.ts'
import { errorPath } from '#journey/page-paths.ts'
import { paymentMethods } from '#journey/payment-methods.ts'
import { applicantTypes } from '#journey/people.ts'
import { paymentMethodOf } from '#journey/questions/form-answers.ts'
import { applicantTypeOf, policyholderErrors } from '#journey/questions/policyholder.ts'
import { frequencyOf } from '#journey/questions/quote.ts'
import { Button } from '#web/components/button.tsx'
import { Spinner } from '#web/components/call-messages.tsx'
import { Form, FormActions } from '#web/components/form.tsx'
import { RadioGroup } from '#web/components/radio-group.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useForm } from '#web/components/use-form.ts'
import { paymentPhrase } from '#web/content/cover-and-payment.ts'
import { emailQuoteText } from '#web/content/email-quote.ts'
import { policyholderMessages, policyholderText as words } from '#web/content/policyholder.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useLockLaterSteps, useStepSubmit } from '#web/features/draft/use-step-submit.ts'
import {
  EmailStatus,
  LazyEmailQuoteDialog,
  useEmailQuote,
} from '#web/features/email-quote/lazy-dialog-and-status.tsx'
import { PaymentStartField } from '#web/features/payment-start/payment-start-field.tsx'
import { useUndo } from '#web/features/people-list/use-undo.tsx'
import {
  confirmedCents,
  quotedFrequency,
  useRequireUpToDatePrice,
  yearTotalCents,
} from '#web/features/pricing/quote-price.ts'
import { policyholdersRequestBody } from '#web/features/quote-requests/policyholder-step-request-bodies.ts'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { initialPolicyholders, MainDriverSwitch, PostalAddress } from './copy-earlier-answers.tsx'
import { PolicyholderList } from './policyholder-list.tsx'
import './policyholder-page.css'
import {
  type CardPageError,
  CardPageErrorMessage,
  useCardPage,
  useIsCardPageUnopened,
} from './use-card-page.tsx'

const applicants = applicantTypes.map(type => ({ value: type, label: type }))

export function PolicyholderPage() {
  const draft = useDraft()
  const [, setPrepared] = useState(false)
  // In a layout effect with a state change, so that the fields show these answers in the first paint. Before
  // `useLockLaterSteps`, for which they are no change.
  useLayoutEffect(() => {
    draft.setAnswers({ policyholders: initialPolicyholders(draft.answers(), draft.state().riskAddress) })
    setPrepared(true)
  }, [draft])
  const navigation = useNavigation()
  const isBusiness = useDraftSelector(answers => applicantTypeOf(answers.policyholders) === 'Business')
  useLockLaterSteps('policyholder')
  useRequireUpToDatePrice()
  const wasCancelled = useDraftState(({ isPaymentCancelled }) => isPaymentCancelled === true)
  const undo = useUndo()
  const email = useEmailQuote()
  const cardPage = useCardPage()
  const [problem, setProblem] = useState<CardPageError | null>(null)
  /** True if 'Email my quote' submitted the form: it needs valid answers as well. */
  const isForMail = useRef(false)
  const form = useForm(
    now =>
      policyholderErrors(now, {
        today: today(),
        postalAddress: draft.state().postalAddress,
        isAddressMissed: draft.state().addressNotFoundIn === 'policyholders.postalAddress',
      }),
    policyholderMessages,
  )
  const { submit, isSaving } = useStepSubmit({
    form,
    request: answers => policyholdersRequestBody(answers, draft.state(), today()),
    onIncomplete: () => navigation.navigateTo(errorPath),
    onSend() {
      setProblem(null)
      draft.setState({ isPaymentCancelled: undefined })
    },
    async onSaved() {
      draft.setState({
        arePolicyholdersUnsaved: undefined,
        isDriverCopyOutdated: undefined,
        isAddressCopyOutdated: undefined,
      })
      if (!navigation.isCurrent()) return
      if (isForMail.current) email.open()
      else if (paymentMethodOf(draft.answers()) === 'BANK_TRANSFER' && !draft.state().needsDeclaration)
        navigation.next()
      else setProblem(await cardPage.open())
    },
    onError(code) {
      const isNotReady = code === 'NOT_READY' || code === 'STALE'
      if (isNotReady) setProblem('not-ready')
      return isNotReady
    },
    onCaptchaFailed: () => setProblem('captcha-failed'),
  })
  const submitForm = async () => {
    undo.clear()
    await submit()
    isForMail.current = false
  }
  if (cardPage.isLeaving)
    return (
      <StepLayout step="payment" title={words.leaving} purpose={words.leavingDetail}>
        {/* The heading says the same, and has the focus. */}
        <div aria-hidden="true">
          <Spinner text={words.leaving} />
        </div>
      </StepLayout>
    )
  return (
    <StepLayout step="policyholder" title={words.title} purpose={words.purpose}>
      {wasCancelled && (
        <p role="status" className="policyholder-page-cancelled">
          {words.cancelled}
        </p>
      )}
      <Form form={form} onSubmit={() => void submitForm()}>
        <RadioGroup
          field="policyholders.applicantType"
          legend={words.applicantLegend}
          options={applicants}
          layout="row"
        />
        {isBusiness && (
          <TextField
            field="policyholders.businessName"
            label={words.businessName}
            hint={words.businessHint}
            autoComplete="organization"
            autoCapitalize="words"
          />
        )}
        <MainDriverSwitch undo={undo} />
        <AfterFirstPaint>
          <PolicyholderList undo={undo} moveErrors={form.moveErrors} />
          <PostalAddress undo={undo} />
          <PaymentMethodQuestion />
          <p role="status" className="policyholder-page-saving">
            {isSaving && <span>{words.saving}</span>}
          </p>
          <CardPageErrorMessage problem={problem} />
          <FormActions
            next={{ busy: form.isBusy }}
            back={navigation.back}
            extra={
              <Button
                kind="quiet"
                type="submit"
                busy={form.isBusy}
                onPress={() => {
                  isForMail.current = true
                }}
              >
                {emailQuoteText.open}
              </Button>
            }
          />
          <EmailStatus outcome={email.outcome} />
        </AfterFirstPaint>
      </Form>
      <LazyEmailQuoteDialog {...email.dialog} />
    </StepLayout>
  )
}

const methods = paymentMethods.map(method => ({ value: method, label: words.methods[method] }))

/** Says what the card will be charged, before the customer leaves for the payment page. */
function cardPayments(quote: QuoteAttributes): string {
  const frequency = quotedFrequency(quote)
  const cents = confirmedCents(quote)
  return words.cardPayments(
    paymentPhrase(cents, frequency),
    paymentsPerYear[frequency],
    moneyText(yearTotalCents(cents, frequency)),
  )
}

function PaymentMethodQuestion() {
  const isAnnual = useDraftSelector(answers => frequencyOf(answers) === 'ANNUAL')
  const isCard = useDraftSelector(answers => paymentMethodOf(answers) === 'Credit_Card')
  const quote = useDraftState(draftState => draftState.quote)
  const isCardPageUnopened = useIsCardPageUnopened()
  return (
    <section className="stack gap-5" aria-labelledby="payment-heading">
      <h2 id="payment-heading">{words.paymentTitle}</h2>
      {isAnnual ? (
        <p>{words.annualNote}</p>
      ) : (
        <RadioGroup field="payment.paymentMethod" legend={words.methodLegend} options={methods} />
      )}
      {isCard && !isAnnual && (
        <>
          {quote && <p>{cardPayments(quote)}</p>}
          <PaymentStartField hint="cardHint" />
        </>
      )}
      {isCard && isCardPageUnopened && <p>{words.notCharged}</p>}
    </section>
  )
}
