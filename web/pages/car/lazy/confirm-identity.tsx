/** 'Confirm it's you' of step 1 (car), a file that returning-customer-notice.tsx loads when it is needed. */
import { useEffect, useRef, useState } from 'react'
import { parseTypedDay } from '#journey/dates.ts'
import { identityErrors } from '#journey/questions/retrieve-quote.ts'
import { useApi } from '#web/api/client.ts'
import { Button, isModifiedClick } from '#web/components/button.tsx'
import { Form } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import { confirmIdentityText as words } from '#web/content/confirm-identity.ts'
import { identityMessages, identityText } from '#web/content/identity-check.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { findQuoteByOwnerDetails, openQuote } from '#web/features/quote-access/open-quote.ts'
import { OwnerDetailsFields } from '#web/features/quote-access/owner-details-fields.tsx'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import '#web/pages/car/car-page.css'

/** In another browser a quote's people are shown only after date of birth and postcode match. */
export function ConfirmIdentity({ quoteNumber }: { quoteNumber: string }) {
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
    if (!found) return setProblem({ text: words.failed })
    if (found === 'not-asked') return setProblem({ text: identityText.unchecked })
    setProblem(null)
    const resumed = await openQuote({ ...found, draft, session, isWanted })
    if (!resumed) return
    if (resumed.kind === 'over') return navigation.navigateTo(resumed.path)
    announce(words.confirmed)
    // The form is removed together with the clicked button.
    document.querySelector('h1')?.focus()
  }

  return (
    <section className="stack gap-3 car-page-notice">
      <h2>{words.title}</h2>
      <p>{words.help}</p>
      <Form form={form} onSubmit={() => void form.submit(confirm)}>
        {problem ? (
          <p role="alert" tabIndex={-1} ref={message}>
            {problem.text}
          </p>
        ) : null}
        <OwnerDetailsFields />
        <Button type="submit" busy={form.isBusy}>
          {words.confirm}
        </Button>
      </Form>
      <p>
        <a
          href="/vehicle"
          onClick={event => {
            if (!isModifiedClick(event)) draft.clear()
          }}
        >
          {words.notYours}
        </a>
      </p>
    </section>
  )
}
