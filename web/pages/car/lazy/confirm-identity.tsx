/** 'Confirm it's you' of step 1 (car), a file that returning-customer-notice.tsx loads when it is needed. */
import { useState } from 'react'
import { startPath } from '#journey/page-paths.ts'
import { identityErrors } from '#journey/questions/retrieve-quote.ts'
import { useApi } from '#web/api/client.ts'
import { Button, isModifiedClick } from '#web/components/button.tsx'
import { FocusedMessage } from '#web/components/call-messages.tsx'
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
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm(answers => identityErrors(answers.owner, today()), identityMessages)

  async function confirm(): Promise<void> {
    const { owner, car } = draft.answers()
    // Clear the last message, so that the same one takes the focus again.
    setProblem(null)
    // Another plate belongs to another car.
    const isWanted = () => navigation.isCurrent() && draft.answers().car.plate === car.plate
    const found = await findQuoteByOwnerDetails(api, { ...owner, quoteNumber })
    if (!isWanted()) return
    if (!found) return setProblem(words.failed)
    if (found === 'captcha-failed') return setProblem(identityText.captchaFailed)
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
        {problem && <FocusedMessage>{problem}</FocusedMessage>}
        <OwnerDetailsFields />
        <Button type="submit" busy={form.isBusy}>
          {words.confirm}
        </Button>
      </Form>
      <p>
        <a
          href={startPath}
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
