/**
 * 'Save this quote for later': asks for an address and e-mails the quote there (QUOTE-10). Steps 3 and 4 open it; where
 * it fails it closes and the page says so quietly.
 */
import { useLayoutEffect, useRef, useState } from 'react'
import { readEmail } from '#journey/email-address.ts'
import { quoteEmailProblems } from '#journey/questions/quote-email.ts'
import { answerOf } from '#journey/questions/validation-error.ts'
import { useApi } from '#web/api/client.ts'
import type { Answer } from '#web/api/http.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EmailField } from '#web/components/email-field.tsx'
import { Told } from '#web/components/focused-message.tsx'
import { Form } from '#web/components/form.tsx'
import { useStepForm } from '#web/components/use-form.ts'
import { emailWords } from '#web/content/email.ts'
import { quoteEmailMessages } from '#web/content/messages/quote-email.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { mailPatch } from './default-quote-email.ts'

export type EmailOutcome = 'sent' | 'failed' | 'too-many' | null

export interface EmailQuoteProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onOutcome: (outcome: EmailOutcome) => void
  /** What is sent is what the server has: false when it did not come to have what the page shows. */
  readonly settled?: () => Promise<boolean>
}

const labelOf = () => emailWords.label

/** Another try is refused as well, for some of them until tomorrow. */
export const isTooMany = (answer: Answer<unknown> | null): boolean =>
  answer?.outcome === 'refused' && answer.status === 429

export function EmailQuote({ open, ...rest }: EmailQuoteProps) {
  return (
    <Dialog title={emailWords.title} open={open} onClose={rest.onClose}>
      <EmailForm {...rest} />
    </Dialog>
  )
}

function EmailForm({ onClose, onOutcome, settled }: Omit<EmailQuoteProps, 'open'>) {
  const api = useApi()
  const draft = useDraft()
  const announce = useAnnounce()
  const form = useStepForm(quoteEmailProblems, quoteEmailMessages, labelOf)
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking')
  const intro = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => {
    draft.setAnswers(mailPatch(draft.answers()))
    // What became of the one before: said a second time it has to be heard a second time.
    onOutcome(null)
  }, [draft, onOutcome])

  const send = async () => {
    const email = readEmail(answerOf(draft.answers(), 'quoteEmail'))
    setState('sending')
    const isSettled = (await settled?.()) ?? true
    const body = { id: draft.facts().quoteId ?? '', email }
    const answer = isSettled ? await api.call('emailQuote', { body }) : null
    if (answer?.outcome === 'ok') {
      // Unless the answers were cleared meanwhile.
      if (draft.facts().quoteId === body.id) draft.setFacts({ quoteEmailed: email })
      setState('sent')
      track('quote_emailed')
      onOutcome('sent')
    } else {
      onOutcome(isTooMany(answer) ? 'too-many' : 'failed')
      // Closed before by the visitor, it must not take the popup with it that is open now.
      if (!intro.current) return
      onClose()
      // The page's line was mute behind the popup until then.
      announce(isTooMany(answer) ? emailWords.tooMany : emailWords.failed)
    }
  }

  if (state === 'sent')
    return (
      <>
        <Told>
          <strong>{emailWords.sent}</strong>
        </Told>
        <Button onPress={onClose}>{emailWords.done}</Button>
      </>
    )
  return (
    <Form
      problems={form.problems}
      labels={form.labelOf}
      busy={state === 'sending'}
      onSubmit={() => void form.submit(send)}
    >
      <p ref={intro}>{emailWords.intro}</p>
      <EmailField field="quoteEmail" label={emailWords.label} autoComplete="email" enterKeyHint="send" />
      <Button type="submit" busy={state === 'sending'}>
        {state === 'sending' ? emailWords.sending : emailWords.send}
      </Button>
    </Form>
  )
}
