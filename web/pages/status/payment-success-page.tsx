/** The pages /paymentsuccess and /cc-payment-success: the policy's details, documents and next steps. */
import { useEffect, useState } from 'react'
import { coolingOffDays, coverNames, coverStartsWithinDays } from '#journey/cover.ts'
import { addDays, formatLongDate, type NzDay, parseTypedDay } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import { cardReturnPaths, startPath } from '#journey/page-paths.ts'
import { pathOfStep } from '#journey/steps.ts'
import { useApi } from '#web/api/client.ts'
import { Button, isModifiedClick } from '#web/components/button.tsx'
import { frequencyNames } from '#web/content/cover-and-payment.ts'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { usePageTitle } from '#web/layout/page-title.ts'
import { lazyFile, useLazyFile } from '#web/lib/lazy-file.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { today } from '#web/lib/server-clock.ts'
import './status-page-layout.css'
import { StatusPageLayout } from './status-page-layout.tsx'
import { addUtmParameters, readQuoteId } from './status-page-parameters.ts'
import { type PolicyDetails, usePolicyDetails } from './use-policy-details.ts'

const { success: words, refunded } = statusPagesText

const cardRetryFile = lazyFile(() => import('./lazy/card-payment-failed-page.tsx'))
const isCardPath = () => location.pathname === cardReturnPaths.approved

export function PaymentSuccessPage() {
  const { result, retry } = usePolicyDetails()
  useEffect(() => {
    if (isCardPath()) cardRetryFile.prefetch()
  }, [])
  if (!result) return <Loading />
  if (result.outcome === 'bought') return <Bought id={result.quoteId} details={result.details} />
  if (result.outcome === 'refunded') return <Refunded />
  return <Missing outcome={result.outcome} retry={retry} />
}

/** After this time the message says that it takes longer than expected. */
const longMs = 10_000

function Loading() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLong, longMs, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <StatusPageLayout
      title={words.loadingTitle}
      text={isLong ? words.loadingLong : words.loading}
      sign="awaited"
      isSteady
    />
  )
}

function Missing({ outcome, retry }: { outcome: 'missing' | 'unpaid'; retry: () => void }) {
  // True for this tab's own unpaid quote, which the customer can continue.
  const isOwnQuote = useDraftState(
    ({ quoteId, policyNumber }) =>
      Boolean(quoteId) && !policyNumber && quoteId === (readQuoteId() || quoteId),
  )
  const quoteId = useDraftState(draftState => readQuoteId() || draftState.quoteId)
  // Even if the server reports nothing about the quote. It refuses a card page for another customer's quote.
  const mayPay = isCardPath() && Boolean(quoteId)
  // If the file is missing, 'Try again' is left, which asks for it again.
  const cardRetry = useLazyFile(cardRetryFile, mayPay)
  const tryAgain = <Button onPress={retry}>{words.tryAgain}</Button>
  const toQuote = isOwnQuote && <BackToQuote kind="secondary" />
  return (
    <StatusPageLayout title={words.missingTitle} text={words.missing} sign="detour" isSteady>
      <p>{outcome === 'unpaid' ? statusPagesText.notCharged : words.missingHelp}</p>
      {quoteId && mayPay && cardRetry ? (
        <cardRetry.CardRetryButton id={quoteId} kind="secondary" before={tryAgain} after={toQuote} />
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
  <Button kind={kind} onPress={() => location.assign(pathOfStep('quote'))}>
    {refunded.backToQuote}
  </Button>
)

function Refunded() {
  return (
    <StatusPageLayout title={refunded.title} text={refunded.text} sign="detour" isSteady>
      <p>{refunded.why}</p>
      <p>{refunded.when}</p>
      <div className="buttons no-print">
        <BackToQuote />
      </div>
    </StatusPageLayout>
  )
}

function Bought({ id, details }: { id: string; details: PolicyDetails }) {
  const start = useStartDay()
  usePageTitle(words.title)
  return (
    <StatusPageLayout
      title={words.title}
      text={start ? words.coveredFrom(formatLongDate(start)) : words.covered}
      sign="arrived"
      isSteady
    >
      <div className="stack gap-5 status-page-layout-bought">
        <div className="stack gap-5 status-page-layout-column">
          {details.refundDueOrDone && (
            <p>
              <strong>{refunded.otherPayment}</strong> {refunded.when}
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

/** The covered amount in words: whole dollars, a maximum, or the liability limit if the cover does not insure the car. */
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
      <dl className="status-page-layout-details" aria-labelledby="premium-details">
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
    <section className="status-page-layout-next" aria-labelledby="next-steps">
      <h2 id="next-steps">{words.nextTitle}</h2>
      <ol className="stack plain-list status-page-layout-steps">
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
    <ul className="cluster plain-list no-print status-page-layout-links">
      <li>
        <a
          href={addUtmParameters(startPath, brand.utm)}
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

const files = {
  schedule: { type: 'application/pdf', name: 'policyDetails.pdf' },
  calendar: { type: 'text/calendar', name: 'policyDates.ics' },
} as const
type FileKind = keyof typeof files

/** The buttons for the schedule and the calendar. After a failed download, a message refers to the e-mail. */
function DocumentDownloads({ id, policyNumber }: { id: string; policyNumber: string }) {
  const api = useApi()
  const [state, setState] = useState<'idle' | FileKind | 'failed'>('idle')
  const download = async (kind: FileKind) => {
    setState(kind)
    const body = { documentType: 'New Business', policyNumber, uuid: id } as const
    const answer = await (kind === 'schedule'
      ? api.call('documentRetrieve', { body })
      : api.call('calendarRetrieve', { query: { uuid: id } }))
    if (answer.outcome === 'ok') saveFile(kind, answer.data)
    else track('download_failed')
    setState(answer.outcome === 'ok' ? 'idle' : 'failed')
  }
  const isBusy = state in files
  const button = (kind: FileKind) => ({
    busy: state === kind,
    // One download at a time: the message below refers to one file.
    blocked: isBusy,
    onPress: () => void download(kind),
  })
  return (
    <div className="buttons no-print status-page-layout-actions">
      <Button {...button('schedule')}>{words.download}</Button>
      <Button kind="secondary" {...button('calendar')}>
        {words.calendar}
      </Button>
      <Button kind="quiet" onPress={() => print()}>
        {words.print}
      </Button>
      <p role="status" className="muted">
        {state === 'failed' ? words.downloadFailed : isBusy ? words.preparing : words.downloadHelp}
      </p>
    </div>
  )
}

/** The object URL is revoked after the browser has had time to read it. */
const revokeAfterMs = 60_000

function saveFile(kind: FileKind, content: Uint8Array | string): void {
  const { type, name } = files[kind]
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
