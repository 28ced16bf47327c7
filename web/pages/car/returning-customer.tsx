/** The notice of step 1 (car) for a returning customer: a link to the price, or 'Confirm it's you'. */
import { useEffect, useRef, useState } from 'react'
import { normalizePlate } from '#journey/car.ts'
import { parseTypedDay } from '#journey/dates.ts'
import { identityErrors } from '#journey/questions/retrieve-quote.ts'
import { useApi } from '#web/api/client.ts'
import { Button, ButtonLink, isModifiedClick } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import { returningCustomerText } from '#web/content/car.ts'
import { identityMessages, identityText } from '#web/content/identity-check.ts'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { findQuoteByOwnerDetails, openQuote } from '#web/features/quote-access/find-quote.ts'
import { OwnerDetailsFields } from '#web/features/quote-access/owner-details-fields.tsx'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { laterStep, pathOfView, useNavigation } from '#web/lib/navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import './car-page.css'

/** The number of the draft's quote, if the plate on the page is that of its car. */
function useQuoteOfPlate(): string | undefined {
  const quoteNumber = useDraftState(draftState => draftState.quoteNumber)
  const registeredPlate = useDraftState(draftState => draftState.registeredPlate)
  const plate = normalizePlate(useAnswer('car.plate'))
  return plate === registeredPlate ? quoteNumber : undefined
}

/** True if the quote has people who may be shown only after an identity check: until then it cannot be changed. */
export function useNeedsIdentityCheck(): boolean {
  const needsIdentityCheck = useDraftState(draftState => draftState.needsIdentityCheck)
  return useQuoteOfPlate() !== undefined && needsIdentityCheck === true
}

/** @param isStopped an answer on the page disables Next, so the notice must not lead past it */
export function ReturningCustomerNotice({ isStopped }: { isStopped: boolean }) {
  const navigation = useNavigation()
  const quote = useDraftState(draftState => draftState.quote)
  const needsIdentityCheck = useDraftState(draftState => draftState.needsIdentityCheck)
  const furthest = useDraftState(draftState => draftState.furthestStep)
  const quoteNumber = useQuoteOfPlate()
  if (!quoteNumber) return null
  if (needsIdentityCheck) return <ConfirmIdentity quoteNumber={quoteNumber} />
  // After a change the old price does not apply: Next requests a new one.
  if (!quote || isStopped || laterStep('quote', furthest) !== furthest) return null
  return (
    <section className="stack gap-3 car-page-notice">
      <h2>
        {returningCustomerText.found} <span className="car-page-number">{quoteNumber}</span>
      </h2>
      <p>{returningCustomerText.foundHelp}</p>
      <ButtonLink href={pathOfView('quote')} onPress={() => navigation.goTo('quote')}>
        {returningCustomerText.continue}
      </ButtonLink>
    </section>
  )
}

/** In another browser a quote's people are shown only after date of birth and postcode match. */
function ConfirmIdentity({ quoteNumber }: { quoteNumber: string }) {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const navigation = useNavigation()
  const announce = useAnnounce()
  /** A new object per failed attempt, so that the same message takes the focus again. */
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null)
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (problem) message.current?.focus()
  }, [problem])
  const form = useForm(answers => identityErrors(answers.owner, today()), identityMessages)

  async function confirm(): Promise<void> {
    const { owner, car } = draft.answers()
    const day = parseTypedDay(owner.dateOfBirth.trim())
    if (!day) return
    const known = { quoteNumber, dateOfBirth: day, postcode: owner.postcode.trim() }
    // Another plate belongs to another car.
    const isWanted = () => navigation.isCurrent() && draft.answers().car.plate === car.plate
    const found = await findQuoteByOwnerDetails(api, known)
    if (!isWanted()) return
    if (!found) return setProblem({ text: identityText.confirmFailed })
    if (found === 'not-asked') return setProblem({ text: identityText.unchecked })
    setProblem(null)
    const resumed = await openQuote({ ...found, draft, session, isWanted })
    if (!resumed) return
    if (resumed.kind === 'over') return navigation.navigateTo(resumed.path)
    announce(identityText.confirmed)
    // The form is removed together with the clicked button.
    document.querySelector('h1')?.focus()
  }

  return (
    <section className="stack gap-3 car-page-notice">
      <h2>{identityText.confirmTitle}</h2>
      <p>{identityText.confirmHelp}</p>
      <Form form={form} onSubmit={() => void form.submit(confirm)}>
        {problem ? (
          <p role="alert" tabIndex={-1} ref={message}>
            {problem.text}
          </p>
        ) : null}
        <OwnerDetailsFields />
        <Button type="submit" busy={form.isBusy}>
          {identityText.confirm}
        </Button>
      </Form>
      <p>
        <a
          href="/vehicle"
          onClick={event => {
            if (!isModifiedClick(event)) draft.clear()
          }}
        >
          {identityText.notYours}
        </a>
      </p>
    </section>
  )
}
