/** Step 3: choose a cover, see its price at once, and declare that the answers are true. */
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { typedDay } from '#journey/dates.ts'
import { coverOf, frequencyOf, voluntaryExcessOf } from '#journey/questions/cover-choice.ts'
import {
  isValueChanged,
  quoteProblems,
  startToStartWith,
  valuesToStartWith,
} from '#journey/questions/quote.ts'
import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { EmailOutcomeLine, EmailQuote, SorryDialog } from '#web/app/shared-dialogs.ts'
import { Button } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { Actions } from '#web/components/form-actions.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import { useStepForm } from '#web/components/use-form.ts'
import { emailWords } from '#web/content/email.ts'
import { quoteMessages } from '#web/content/messages/quote.ts'
import { quoteWords } from '#web/content/quote.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft, useFromAnswers, useFromFacts } from '#web/features/draft/draft-store.ts'
import type { EmailOutcome } from '#web/features/email-quote/email-quote-dialog.tsx'
import { shownPrice } from '#web/features/pricing/quote-price.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { StepFrame } from '#web/layout/step-layout.tsx'
import { Later, nextPicture } from '#web/lib/lazy.tsx'
import { today } from '#web/lib/server-clock.ts'
import { Comparison } from './cover-comparison.tsx'
import { CoverTabs, panelId, tabId } from './cover-tabs.tsx'
import { quoteLabel } from './field-labels.ts'
import { Declaration, PaperOnly } from './lazy-dialogs.ts'
import { CoverDetails } from './lazy-parts.ts'
import { PricePanel } from './price-panel.tsx'
import styles from './quote-page.module.css'
import { AmendChanges, useAmends } from './use-amend-queue.ts'
import { RiskAddressManually, searchField, useRiskAddress } from './use-risk-address.tsx'

/** What stands chosen before anybody chose (QUOTE-05), and the value this page starts with. */
function prepare(draft: Draft): void {
  const answers = draft.answers()
  draft.setAnswers({
    cover: coverOf(answers),
    frequency: frequencyOf(answers),
    voluntaryExcess: String(voluntaryExcessOf(answers)),
    ...valuesToStartWith(answers, draft.facts().quote?.carValue),
    ...startToStartWith(answers, today()),
    [searchField]: undefined,
    declaration: undefined,
  })
}

export function QuoteStep() {
  const draft = useDraft()
  const [isPrepared, setPrepared] = useState(false)
  // Before the first picture, so that none is empty.
  useLayoutEffect(() => {
    prepare(draft)
    setPrepared(true)
  }, [draft])
  return isPrepared ? <PreparedStep /> : null
}

function PreparedStep() {
  const draft = useDraft()
  const hasQuote = useFromFacts(({ quote }) => quote !== undefined)
  const isOffline = useFromFacts(({ offline }) => offline === true)
  const wizard = useWizard()
  const amends = useAmends()
  const riskAddress = useRiskAddress()
  const form = useStepForm(
    (answers: Answers) =>
      quoteProblems(answers, {
        today: today(),
        band: draft.facts().valueBand ?? null,
        isAddressMissed: riskAddress.isChanging && draft.facts().missedAddress === searchField,
      }),
    quoteMessages,
    quoteLabel,
  )
  const [popup, setPopup] = useState<'email' | 'declaration' | 'address' | null>(null)
  const [emailed, setEmailed] = useState<EmailOutcome>(null)
  const [isRepriced, setRepriced] = useState(false)
  const announce = useAnnounce()
  const closePopup = () => setPopup(null)
  const isTyped = useFromAnswers(isValueChanged)
  const [isChecking, setChecking] = useState(false)

  const next = async () => {
    const before = draft.facts().riskAddress
    const wanted = answerOf(draft.answers(), searchField)
    setChecking(true)
    await form.submit(() => {
      // Found meanwhile, and asked for its postcode: whoever wants another address is not to declare the old one.
      if (wanted && draft.facts().riskAddress === before) return
      setRepriced(false)
      if (answerOf(draft.answers(), 'startDate') === '') draft.setAnswer('startDate', typedDay(today()))
      draft.setAnswer('declaration', 'NO')
      setPopup('declaration')
    })
    setChecking(false)
  }
  const shown = () => {
    const price = shownPrice(draft.facts().quote, draft.answers(), today())
    return price && `${price.paymentCents} ${price.frequency}`
  }
  const agree = async (goOn: () => void) => {
    const seen = shown()
    await nextPicture()
    const holds = await amends.declare()
    closePopup()
    if (!holds) return
    // Nobody agrees to a price that came only with the answer.
    if (shown() !== seen) {
      setRepriced(true)
      announce(quoteWords.repriced)
      return
    }
    track('declaration_agreed', { cover: coverOf(draft.answers()), frequency: frequencyOf(draft.answers()) })
    goOn()
  }
  // The price that stands here is none for what was chosen since.
  const isRefused = hasQuote && amends.ended !== null && amends.ended !== 'unchecked'
  const reasons = [
    ...(isTyped ? [quoteWords.reasonValue] : []),
    ...(isRefused ? [quoteWords.reasonRefused] : []),
    ...(hasQuote || isOffline ? [] : [quoteWords.reasonNoPrice]),
  ]
  const stops = isOffline && !hasQuote ? [quoteWords.reasonOffline] : []
  return (
    <StepFrame
      step="quote"
      title={quoteWords.title}
      purpose={quoteWords.purpose}
      aside={<PricePanel busy={amends.busy} ended={amends.ended !== null} />}
    >
      <AmendChanges {...amends.work} />
      <Form problems={form.problems} labels={quoteLabel} busy={isChecking} onSubmit={() => void next()}>
        <Comparison />
        <CoverTabs />
        <CoverPanel
          busy={amends.busy}
          foot={
            <Later>
              <Actions
                next={{ busy: isChecking, stoppedBecause: stops, disabledBecause: reasons }}
                back={wizard.back}
                extra={
                  <>
                    {/* Without a price there is nothing to mail, nor is an older one than stands here. */}
                    {!amends.ended && (
                      <Button kind="quiet" onPress={() => setPopup('email')}>
                        {emailWords.open}
                      </Button>
                    )}
                    <Button kind="quiet" onPress={() => print()}>
                      {quoteWords.print}
                    </Button>
                  </>
                }
              />
              {isRepriced && <p>{quoteWords.repriced}</p>}
              <EmailOutcomeLine outcome={emailed} />
            </Later>
          }
        >
          {amends.busy && !hasQuote && <Spinner text={quoteWords.noPriceYet} />}
          {amends.ended === 'unchecked' && <Unchecked onRetry={amends.retry} />}
          <Later>
            <CoverDetails form={form} riskAddress={riskAddress} onManual={() => setPopup('address')} />
            <Later>
              <PaperOnly />
            </Later>
          </Later>
        </CoverPanel>
      </Form>
      <EmailQuote
        open={popup === 'email'}
        onClose={closePopup}
        onOutcome={setEmailed}
        settled={amends.settled}
      />
      <Declaration
        open={popup === 'declaration'}
        onClose={closePopup}
        onAgree={agree}
        onChange={wizard.change}
      />
      <RiskAddressManually open={popup === 'address'} handle={riskAddress} onClose={closePopup} />
      <SorryDialog
        open={amends.sorry !== null}
        text={amends.sorry === 'offline' ? quoteWords.offlineText : quoteWords.notInsurableText}
        onClose={amends.closeSorry}
      />
    </StepFrame>
  )
}

/** The page of the open tab. Another tab draws this alone at once; what stands in it follows. */
function CoverPanel({ busy, children, foot }: { busy: boolean; children: ReactNode; foot: ReactNode }) {
  const cover = useFromAnswers(coverOf)
  return (
    <div className={styles.cover} role="tabpanel" id={panelId} aria-labelledby={tabId(cover)}>
      <div className={styles.panel} aria-busy={busy || undefined}>
        <p className={styles.meaning} tabIndex={-1}>
          {quoteWords.coverMeanings[cover]}
        </p>
        {children}
      </div>
      {/* Beside the choices, not among them: next to a price it stays in sight from the first window on. */}
      {foot}
    </div>
  )
}

function Unchecked({ onRetry }: { onRetry: () => void }) {
  const announce = useAnnounce()
  useEffect(() => announce(quoteWords.uncheckedLine), [announce])
  return (
    <p>
      {quoteWords.uncheckedLine}{' '}
      <Button
        kind="secondary"
        onPress={() => {
          onRetry()
          // The button goes until the answer is here.
          document.getElementById(panelId)?.querySelector('p')?.focus()
        }}
      >
        {quoteWords.tryAgain}
      </Button>
    </p>
  )
}
