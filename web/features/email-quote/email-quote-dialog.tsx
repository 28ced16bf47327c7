/** The dialog of 'Email my quote', which asks for an e-mail address; lazy-dialog-and-status.tsx loads it when it opens. */
import { useLayoutEffect, useRef, useState } from 'react'
import { parseEmail } from '#journey/email-address.ts'
import { quoteEmailErrors } from '#journey/questions/quote-email.ts'
import { useApi } from '#web/api/client.ts'
import { isRateLimited } from '#web/api/request-and-response.ts'
import { Button } from '#web/components/button.tsx'
import { FocusedMessage } from '#web/components/call-messages.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EmailField } from '#web/components/email-field.tsx'
import { Form } from '#web/components/form.tsx'
import { useForm } from '#web/components/use-form.ts'
import { emailQuoteMessages, emailQuoteText } from '#web/content/email-quote.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

export type EmailResult = 'sent' | keyof typeof emailQuoteText.notSent | null

export interface EmailQuoteDialogProps {
  readonly onClose: () => void
  readonly onResult: (outcome: EmailResult) => void
  /** False if the changes on the page could not be saved: the e-mail contains the quote saved on the server. */
  readonly waitForSave?: () => Promise<boolean>
}

export function EmailQuoteDialog(props: EmailQuoteDialogProps) {
  return (
    <Dialog title={emailQuoteText.title} onClose={props.onClose}>
      <EmailForm {...props} />
    </Dialog>
  )
}

function EmailForm({ onClose, onResult, waitForSave }: EmailQuoteDialogProps) {
  const api = useApi()
  const draft = useDraft()
  const announce = useAnnounce()
  const form = useForm(answers => quoteEmailErrors(answers.email), emailQuoteMessages)
  const [isSent, setIsSent] = useState(false)
  const intro = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => suggestQuoteEmail(draft), [draft])

  const emailQuote = async (email: string): Promise<NonNullable<EmailResult>> => {
    if (waitForSave && !(await waitForSave())) return 'failed'
    const body = { id: draft.state().quoteId ?? '', email }
    const result = await api.call('emailQuote', { body })
    if (result.outcome !== 'ok') return isRateLimited(result) ? 'too-many' : 'failed'
    // Skip this if the answers were cleared during the request.
    if (draft.state().quoteId === body.id) draft.setState({ quoteEmailed: email })
    track('quote_emailed')
    return 'sent'
  }
  const send = async () => {
    const outcome = await emailQuote(parseEmail(draft.answers().email.quoteEmail))
    onResult(outcome)
    if (outcome === 'sent') return setIsSent(true)
    // If the customer closed the dialog already, do not close the one that is open now.
    if (!intro.current) return
    onClose()
    // The page's status line was inert behind the dialog, so announce the message now.
    announce(emailQuoteText.notSent[outcome])
  }

  if (isSent)
    return (
      <>
        <FocusedMessage>
          <strong>{emailQuoteText.sent}</strong>
        </FocusedMessage>
        <Button onPress={onClose}>{emailQuoteText.done}</Button>
      </>
    )
  return (
    <Form form={form} onSubmit={() => void form.submit(send)}>
      <p ref={intro}>{emailQuoteText.intro}</p>
      <EmailField
        field="email.quoteEmail"
        label={emailQuoteText.label}
        autoComplete="email"
        enterKeyHint="send"
      />
      <Button type="submit" busy={form.isBusy}>
        {form.isBusy ? emailQuoteText.sending : emailQuoteText.send}
      </Button>
    </Form>
  )
}

/** Fills in policyholder 1's address unless another was typed; the quote shows people, so it follows a correction. */
export function suggestQuoteEmail(draft: Draft): void {
  const { email, policyholders } = draft.answers()
  const { suggestedEmail = '' } = draft.state()
  if (email.quoteEmail && email.quoteEmail !== suggestedEmail) return
  const suggested = policyholders.policyholders[0]?.email.trim() ?? ''
  draft.setAnswers({ email: { quoteEmail: suggested } })
  draft.setState({ suggestedEmail: suggested })
}
