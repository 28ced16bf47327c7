/** The page of step 3 (quote): the customer chooses a cover, sees its price, and agrees to a declaration. */
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { formatDay } from '#journey/dates.ts'
import { findOutdatedCopiedAnswers } from '#journey/questions/policyholder.ts'
import {
  coverOf,
  frequencyOf,
  initialCarValueAnswers,
  initialStartDate,
  isCarValueUnpriced,
  type QuoteErrorCode,
  quoteErrors,
  voluntaryExcessOf,
} from '#journey/questions/quote.ts'
import { Button } from '#web/components/button.tsx'
import { Spinner } from '#web/components/call-messages.tsx'
import { SorryDialog } from '#web/components/dialog.tsx'
import { Form, FormActions } from '#web/components/form.tsx'
import { type FormHandle, useForm } from '#web/components/use-form.ts'
import { emailQuoteText } from '#web/content/email-quote.ts'
import { quoteMessages, quoteText } from '#web/content/quote.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { valueBandOfCar } from '#web/features/draft/draft-state.ts'
import { type Draft, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import {
  EmailStatus,
  LazyEmailQuoteDialog,
  useEmailQuote,
} from '#web/features/email-quote/lazy-dialog-and-status.tsx'
import { shownPrice } from '#web/features/pricing/quote-price.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { AfterFirstPaint, nextPaint } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import { useAmendQueue } from './amend-queue.ts'
import { CoverFields } from './cover-fields.tsx'
import { CoverComparison, CoverTabs, panelId, tabId } from './covers.tsx'
import {
  CoverBenefitsAndPrintHeader,
  DeclarationDialog,
  lazyPartsFile,
  RiskAddressQuestion,
} from './lazy-parts.ts'
import { PricePanel } from './price-panel.tsx'
import './quote-page.css'

// The page's one entry: a second one would move what both need to the file of all pages.
export { lazyPartsFile }

function setInitialAnswers(draft: Draft): void {
  const answers = draft.answers()
  draft.setState({ addressNotFoundIn: undefined })
  const { carValue, ...values } = initialCarValueAnswers(answers, draft.state().quote?.carValue)
  draft.setAnswers({
    car: { carValue },
    cover: {
      cover: coverOf(answers),
      frequency: frequencyOf(answers),
      voluntaryExcess: String(voluntaryExcessOf(answers)),
      ...values,
      startDate: initialStartDate(answers, today()),
      quoteAddress: '',
      declaration: '',
    },
  })
}

type Amends = ReturnType<typeof useAmendQueue>

/** The declaration dialog. Next opens it; agreeing sends it and leaves the step if the price is still the one shown. */
function useDeclaration(amends: Amends, form: FormHandle<QuoteErrorCode>, closeEmailDialog: () => void) {
  const draft = useDraft()
  const navigation = useNavigation()
  const announce = useAnnounce()
  const [isOpen, setIsOpen] = useState(false)
  const [isRepriced, setRepriced] = useState(false)

  const open = () => {
    const { riskAddress } = draft.state()
    const search = draft.answers().cover.quoteAddress.trim()
    return form.submit(async () => {
      // The search ended without an address, so the customer would declare the old one.
      if (search && draft.state().riskAddress === riskAddress) return
      setRepriced(false)
      if (draft.answers().cover.startDate.trim() === '')
        draft.setAnswer('cover.startDate', formatDay(today()))
      draft.setAnswer('cover.declaration', 'NO')
      // On a slow network the file of the dialog may still be on its way: Next is busy until then.
      await lazyPartsFile.loadWithRetry().catch(() => {})
      // The e-mail dialog's file may still be loading. That dialog must not open above this one.
      closeEmailDialog()
      setIsOpen(true)
    })
  }
  const priceKey = () => {
    const price = shownPrice(draft.state().quote, draft.answers(), today())
    return price && `${price.paymentCents} ${price.frequency}`
  }
  const submit = async () => {
    const seen = priceKey()
    await nextPaint()
    const endCall = navigation.prepareForCall()
    const isAccepted = await amends.submitDeclaration()
    endCall()
    setIsOpen(false)
    if (!isAccepted) return
    // The price changed with the response: the customer has not seen it yet.
    if (priceKey() !== seen) {
      setRepriced(true)
      announce(quoteText.repriced)
      return
    }
    track('declaration_agreed', { cover: coverOf(draft.answers()), frequency: frequencyOf(draft.answers()) })
    // A customer who came from step 5 returns there, unless step 4 is unsaved or has copies of changed answers.
    const outdated = findOutdatedCopiedAnswers(draft.answers(), draft.state().riskAddress)
    draft.setState(outdated)
    if (Object.keys(outdated).length > 0 || draft.state().arePolicyholdersUnsaved)
      navigation.goTo('policyholder')
    else navigation.next()
  }
  return { isRepriced, open, dialog: { open: isOpen, onClose: () => setIsOpen(false), onAgree: submit } }
}

export function QuotePage() {
  const draft = useDraft()
  const navigation = useNavigation()
  // Before the fields, which are rendered after the first paint.
  useLayoutEffect(() => setInitialAnswers(draft), [draft])
  const hasQuote = useDraftState(({ quote }) => quote !== undefined)
  const amends = useAmendQueue()
  const form = useForm(
    answers =>
      quoteErrors(answers, {
        today: today(),
        band: valueBandOfCar(answers.car, draft.state()),
        isAddressMissed: draft.state().addressNotFoundIn === 'cover.quoteAddress',
      }),
    quoteMessages,
  )
  const email = useEmailQuote()
  const declaration = useDeclaration(amends, form, email.dialog.onClose)
  const declineReasons = useDraftState(({ quote, isReferred }) =>
    isReferred && !quote ? [quoteText.reasonReferred] : [],
  )
  const disabledReasons = useDraftSelector((answers, { quote, isReferred }) => [
    ...(isCarValueUnpriced(answers) ? [quoteText.reasonValue] : []),
    // The shown price is not that of the latest choice.
    ...(quote && amends.ended && amends.ended !== 'unconfirmed' ? [quoteText.reasonRefused] : []),
    ...(quote || isReferred ? [] : [quoteText.reasonNoPrice]),
  ])
  return (
    <StepLayout
      step="quote"
      title={quoteText.title}
      purpose={quoteText.purpose}
      aside={<PricePanel busy={amends.busy} ended={amends.ended !== null} />}
    >
      <Form form={form} onSubmit={() => void declaration.open()}>
        <CoverComparison />
        <CoverTabs />
        <CoverPanel
          foot={
            <AfterFirstPaint>
              <FormActions
                next={{ busy: form.isBusy, declineReasons, disabledReasons }}
                back={navigation.back}
                extra={
                  <>
                    {/* Without a price for this choice there is nothing to e-mail. */}
                    {!amends.ended && (
                      <Button kind="quiet" onPress={email.open}>
                        {emailQuoteText.open}
                      </Button>
                    )}
                    <Button kind="quiet" onPress={() => print()}>
                      {quoteText.print}
                    </Button>
                  </>
                }
              />
              {declaration.isRepriced && <p>{quoteText.repriced}</p>}
              <EmailStatus outcome={email.outcome} />
            </AfterFirstPaint>
          }
        >
          {amends.busy && !hasQuote && <Spinner text={quoteText.noPriceYet} />}
          {amends.ended === 'unconfirmed' && <PriceUnconfirmed onRetry={amends.retry} />}
          <AfterFirstPaint>
            <CoverFields addError={form.addError} clearError={form.clearError} />
            <Suspense>
              <RiskAddressQuestion />
              <CoverBenefitsAndPrintHeader />
            </Suspense>
          </AfterFirstPaint>
        </CoverPanel>
      </Form>
      <LazyEmailQuoteDialog {...email.dialog} waitForSave={amends.whenIdle} />
      <AfterFirstPaint>
        <Suspense>
          <DeclarationDialog {...declaration.dialog} />
        </Suspense>
      </AfterFirstPaint>
      {amends.sorry && (
        <SorryDialog
          text={amends.sorry === 'referred' ? quoteText.referredText : quoteText.notInsurableText}
          onClose={amends.closeSorry}
        />
      )}
    </StepLayout>
  )
}

/** The panel of the open tab. Choosing another tab renders only this at once; its content follows. */
function CoverPanel({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  const cover = useDraftSelector(coverOf)
  return (
    <div className="quote-page-cover" role="tabpanel" id={panelId} aria-labelledby={tabId(cover)}>
      <div className="stack gap-6 quote-page-panel">
        <p className="lead" tabIndex={-1}>
          {quoteText.coverMeanings[cover]}
        </p>
        {children}
      </div>
      {/* Outside the panel, so that it stays in sight beside the price. */}
      {foot}
    </div>
  )
}

/** Says that the request for a price got no result, with a button to try again. */
function PriceUnconfirmed({ onRetry }: { onRetry: () => void }) {
  const announce = useAnnounce()
  useEffect(() => announce(quoteText.unconfirmedLine), [announce])
  return (
    <p>
      {quoteText.unconfirmedLine}{' '}
      <Button
        kind="secondary"
        onPress={() => {
          onRetry()
          // The button is hidden until the response arrives.
          document.getElementById(panelId)?.querySelector('p')?.focus()
        }}
      >
        {quoteText.tryAgain}
      </Button>
    </p>
  )
}
