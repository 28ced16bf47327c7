/**
 * The pages /paymentsuccess and /cc-payment-success: the policy's details, its documents and the next steps.
 */
import { useEffect } from 'react'
import { coolingOffDays, coverNames, coverStartsWithinDays } from '#journey/cover.ts'
import { addDays, formatLongDate, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import { cardReturnPaths } from '#journey/page-paths.ts'
import { Button, isModifiedClick } from '#web/components/button.tsx'
import { frequencyNames } from '#web/content/cover.ts'
import { pageTitle } from '#web/content/layout.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { today } from '#web/lib/server-clock.ts'
import { CardRetryButton } from './card-retry-button.tsx'
import { DocumentDownloads } from './document-downloads.tsx'
import styles from './status-page-layout.module.css'
import { StatusPageLayout } from './status-page-layout.tsx'
import { addUtmParameters, quoteIdFromUrl } from './status-page-urls.ts'
import { type PolicyDetails, usePolicyDetails } from './use-policy-details.ts'

const { success: words, sentBack, cardFailure } = statusPagesText

export function PaymentSuccessPage() {
  const { state, again } = usePolicyDetails()
  if (state.phase === 'shown') return <Bought id={state.id} details={state.details} />
  if (state.phase === 'sentBack') return <SentBack />
  // The key makes React render it again, so that its heading gets the focus.
  if (state.phase !== 'loading') return <Missing key="missing" phase={state.phase} again={again} />
  return (
    <StatusPageLayout
      title={words.loadingTitle}
      text={state.isLong ? words.loadingLong : words.loading}
      sign="awaited"
      isSteady
    />
  )
}

function Missing({ phase, again }: { phase: 'missing' | 'unpaid' | 'unsettled'; again: () => void }) {
  // True for this tab's own unpaid quote, which the customer can continue.
  const isOwnQuote = useDraftState(
    ({ quoteId, policyNumber }) =>
      Boolean(quoteId) && !policyNumber && quoteId === (quoteIdFromUrl() || quoteId),
  )
  const quoteId = useDraftState(draftState => quoteIdFromUrl() || draftState.quoteId)
  // The server reports nothing about another customer's quote, and opens no card page for it.
  const mayPay =
    location.pathname === cardReturnPaths.approved && quoteId && (isOwnQuote || phase !== 'missing')
  const tryAgain = <Button onPress={again}>{words.tryAgain}</Button>
  const toQuote = isOwnQuote && <BackToQuote kind="secondary" />
  return (
    <StatusPageLayout title={words.missingTitle} text={words.missing} sign="detour" isSteady>
      <p>{phase === 'unpaid' ? cardFailure.notCharged : words.missingHelp}</p>
      {mayPay ? (
        <CardRetryButton id={quoteId} kind="secondary" before={tryAgain} after={toQuote} />
      ) : (
        <div className="buttons no-print">
          {tryAgain}
          {toQuote}
        </div>
      )}
    </StatusPageLayout>
  )
}

const BackToQuote = ({ kind = 'primary' }: { kind?: 'primary' | 'secondary' }) => (
  <Button kind={kind} onPress={() => location.assign('/vehicle/step3')}>
    {sentBack.backToQuote}
  </Button>
)

function SentBack() {
  return (
    <StatusPageLayout title={sentBack.title} text={sentBack.text} sign="detour" isSteady>
      <p>{sentBack.why}</p>
      <p>{sentBack.when}</p>
      <div className="buttons no-print">
        <BackToQuote />
      </div>
    </StatusPageLayout>
  )
}

function Bought({ id, details }: { id: string; details: PolicyDetails }) {
  const start = useStartDay()
  const { brand } = usePageSettings()
  useEffect(() => {
    document.title = pageTitle(words.title, brand.name)
  }, [brand.name])
  return (
    <StatusPageLayout
      title={words.title}
      text={start ? words.coveredFrom(formatLongDate(start)) : words.covered}
      sign="arrived"
      isSteady
    >
      <div className={`stack gap-5 ${styles.bought}`}>
        <div className={`stack gap-5 ${styles.column}`}>
          {details.isOtherPaymentSentBack && (
            <p>
              <strong>{sentBack.otherPayment}</strong> {sentBack.when}
            </p>
          )}
          <PremiumDetails details={details} />
          <DocumentDownloads id={id} policyNumber={details.policyId} />
          <p>{words.check}</p>
        </div>
        <NextSteps start={start} />
      </div>
      <Links />
    </StatusPageLayout>
  )
}

/** The day cover starts, if the policy was bought in this tab; null for a customer who uses the e-mail's link. */
function useStartDay(): NzDay | null {
  const start = parseTypedDay(useAnswer('cover.startDate'))
  const isOfPolicy =
    start !== null && start >= addDays(today(), -1) && start <= addDays(today(), coverStartsWithinDays)
  return isOfPolicy ? start : null
}

/** The covered amount in words: whole dollars, a maximum, or the liability limit. */
export function formatAmountCovered({
  amountCovered,
  cover,
}: Pick<PolicyDetails, 'amountCovered' | 'cover'>): string {
  if (amountCovered === 0) return words.noAmount
  const most = dollarsText(amountCovered)
  return cover === 'THIRD_PARTY_FIRE_THEFT' ? words.marketValue(most) : most
}

function PremiumDetails({ details }: { details: PolicyDetails }) {
  const rows: [string, string][] = [
    [words.frequency, frequencyNames[details.paymentFrequency]],
    [words.policyNumber, details.policyId],
    [words.policyType, coverNames[details.cover]],
    [words.amountCovered, formatAmountCovered(details)],
  ]
  return (
    <div>
      <h2 id="premium-details">{words.details}</h2>
      <dl className={styles.facts} aria-labelledby="premium-details">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt className="muted small">{label}</dt>
            <dd className="lead">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function NextSteps({ start }: { start: NzDay | null }) {
  const coolingOff = start
    ? words.coolingOff(formatLongDate(addDays(start, coolingOffDays)))
    : words.coolingOffNoDay
  return (
    <section className={styles.next} aria-labelledby="next-steps">
      <h2 id="next-steps">{words.nextTitle}</h2>
      <ol className={`stack plain-list ${styles.steps}`}>
        {[...words.next, coolingOff].map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

function Links() {
  const draft = useDraft()
  const { brand, mechanicalBreakdownUrl } = usePageSettings()
  return (
    <ul className={`cluster plain-list no-print ${styles.links}`}>
      <li>
        <a
          href={addUtmParameters('/vehicle', brand.utm)}
          onClick={event => {
            if (!isModifiedClick(event)) draft.clear()
          }}
        >
          {words.anotherQuote}
        </a>
      </li>
      {mechanicalBreakdownUrl && (
        <li>
          <a href={addUtmParameters(mechanicalBreakdownUrl, brand.utm)}>{words.mechanicalBreakdown}</a>
        </li>
      )}
    </ul>
  )
}
