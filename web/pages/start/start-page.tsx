/** The start page at /vehicle: start a new quote, or retrieve one by link or number. */
import { useEffect, useState } from 'react'
import { retrieveErrors } from '#journey/questions/retrieve-quote.ts'
import { trimBlanksAndFullStop } from '#journey/typed-text.ts'
import { useApi } from '#web/api/client.ts'
import { Button, ButtonLink, onPlainClick } from '#web/components/button.tsx'
import { Spinner } from '#web/components/call-messages.tsx'
import { Form } from '#web/components/form.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useForm } from '#web/components/use-form.ts'
import { identityText } from '#web/content/identity-check.ts'
import { retrieveMessages, startText } from '#web/content/start.ts'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { findQuoteByLink, findQuoteByOwnerDetails, openQuote } from '#web/features/quote-access/open-quote.ts'
import { OwnerDetailsFields } from '#web/features/quote-access/owner-details-fields.tsx'
import { useSession } from '#web/features/session/session.ts'
import { Illustration } from '#web/layout/illustrations.tsx'
import { usePageTitle } from '#web/layout/page-title.ts'
import { pathOfView, useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import './start-page.css'
import { type QuoteLink, useArrival } from './use-arrival.ts'

export function StartPage() {
  const arrived = useArrival()
  const { hasNavigated } = useNavigation()
  const isNew = hasNavigated || arrived.kind === 'by-link'
  usePageTitle(null)
  // After Back from step 1, or when a link is opened, the focused button of the previous page is gone.
  useEffect(() => {
    if (isNew) document.querySelector('h1')?.focus()
  }, [isNew])
  if (arrived.kind === 'opening') {
    return (
      <div className="stack gap-5 start-page-single">
        <section className="stack gap-4 start-page-return">
          <h1 tabIndex={-1}>{startText.openingTitle}</h1>
          <Spinner text={startText.opening} />
        </section>
      </div>
    )
  }
  if (arrived.kind === 'by-link') {
    return (
      <div className="stack gap-5 start-page-single">
        <section className="stack gap-4 start-page-return">
          <h1 tabIndex={-1}>{startText.welcomeBack}</h1>
          <p>{startText.welcomeBackPurpose}</p>
          <RetrieveForm link={arrived.link} notFound={arrived.notFound} />
        </section>
        <StartLink kind="secondary" />
      </div>
    )
  }
  return (
    <div className="stack gap-6 start-page-page">
      <NewCustomer />
      <section className="stack gap-4 start-page-return">
        <h2>{startText.welcomeBack}</h2>
        <p>{startText.welcomeBackPurpose}</p>
        <RetrieveForm />
      </section>
    </div>
  )
}

/** Starting a new quote clears the answers of the previous one. */
function StartLink({ kind }: { kind: 'primary' | 'secondary' }) {
  const draft = useDraft()
  const navigation = useNavigation()
  const start = () => {
    draft.clear()
    navigation.goTo('car')
  }
  return (
    <ButtonLink href={pathOfView('car')} kind={kind} onPress={start}>
      {startText.start}
    </ButtonLink>
  )
}

function CarryOn() {
  const navigation = useNavigation()
  const furthest = useDraftState(draftState => draftState.furthestStep)
  const hasPlate = useAnswer('car.plate') !== ''
  if (!furthest || !hasPlate) return null
  return (
    <p>
      <a href={pathOfView(furthest)} onClick={onPlainClick(() => navigation.goTo(furthest))}>
        {startText.carryOn}
      </a>
    </p>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h2 className="h4">{title}</h2>
      <ul>
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

function NewCustomer() {
  return (
    <div className="stack gap-6">
      <div className="start-page-hero">
        <div className="stack gap-4 start-page-pitch">
          <h1 tabIndex={-1}>{startText.newcomerTitle}</h1>
          <p className="lead muted">{startText.newcomerPurpose}</p>
          <p className="lead start-page-start">
            <StartLink kind="primary" />
          </p>
          <CarryOn />
        </div>
        <Illustration name="car" />
      </div>
      <div className="start-page-lists">
        <List title={startText.youNeed} items={startText.youNeedList} />
        <List title={startText.cannot} items={startText.cannotList} />
      </div>
    </div>
  )
}

const invalid = { field: 'owner.quoteNumber', code: 'QUOTE_NUMBER_INVALID' } as const

/** @param link the link that logged the customer in; without one the form asks for date of birth and postcode */
function RetrieveForm({ link, notFound }: { link?: QuoteLink; notFound?: boolean }) {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const navigation = useNavigation()
  const [hasCaptchaFailed, setHasCaptchaFailed] = useState(false)
  const form = useForm(
    answers => retrieveErrors(answers.owner, today(), link !== undefined),
    retrieveMessages,
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when the search by link has failed
  useEffect(() => {
    if (notFound) form.addError(invalid)
  }, [notFound])

  async function retrieve(): Promise<void> {
    const { owner } = draft.answers()
    const quoteNumber = trimBlanksAndFullStop(owner.quoteNumber)
    // Clear the last message, so that the same one is announced again.
    setHasCaptchaFailed(false)
    const found = await (link
      ? findQuoteByLink(api, link, quoteNumber)
      : findQuoteByOwnerDetails(api, { ...owner, quoteNumber }))
    setHasCaptchaFailed(found === 'captcha-failed')
    if (found === 'captcha-failed') return
    if (!found) return form.addError(invalid)
    const resumed = await openQuote({ ...found, draft, session, isWanted: navigation.isCurrent })
    // These do nothing if another quote was started during the request.
    if (resumed?.kind === 'over') navigation.navigateTo(resumed.path)
    else if (link?.back) navigation.move('policyholder-shortcut')
    else navigation.goTo('car')
  }

  return (
    <Form form={form} onSubmit={() => void form.submit(retrieve)}>
      {hasCaptchaFailed ? <p role="alert">{identityText.captchaFailed}</p> : null}
      <TextField
        field="owner.quoteNumber"
        label={startText.quoteNumber}
        hint={startText.quoteNumberHint}
        autoCapitalize="characters"
        enterKeyHint={link ? 'go' : 'next'}
      />
      {!link && <OwnerDetailsFields />}
      <Button type="submit" kind={link ? 'primary' : 'secondary'} busy={form.isBusy}>
        {startText.retrieve}
      </Button>
    </Form>
  )
}
