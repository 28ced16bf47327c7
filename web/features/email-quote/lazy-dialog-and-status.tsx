/** 'Email my quote' in steps 3 (quote) and 4 (policyholder): the dialog, loaded when it opens, and the line with the result. */
import { useState } from 'react'
import { emailQuoteText } from '#web/content/email-quote.ts'
import { useDraftState } from '#web/features/draft/draft-store.ts'
import { lazyFile, useLazyFile } from '#web/lib/lazy-file.ts'
import type { EmailQuoteDialogProps, EmailResult } from './email-quote-dialog.tsx'

const dialogFile = lazyFile(() => import('./email-quote-dialog.tsx'))

export function LazyEmailQuoteDialog({ open, ...props }: EmailQuoteDialogProps & { readonly open: boolean }) {
  const file = useLazyFile(dialogFile, open, () => {
    props.onClose()
    props.onResult('failed')
  })
  return open && file ? <file.EmailQuoteDialog {...props} /> : null
}

/** Whether the dialog is open, and the result of the last e-mail. */
export function useEmailQuote() {
  const [isOpen, setIsOpen] = useState(false)
  const [outcome, setOutcome] = useState<EmailResult>(null)
  return {
    outcome,
    open() {
      // Clear the last result, so that the same message is announced again.
      setOutcome(null)
      setIsOpen(true)
    },
    dialog: { open: isOpen, onClose: () => setIsOpen(false), onResult: setOutcome },
  }
}

/** The status line under the buttons of the step: the result of the last e-mail. */
export function EmailStatus({ outcome }: { outcome: EmailResult }) {
  const quoteEmailed = useDraftState(draftState => draftState.quoteEmailed)
  const sent = quoteEmailed && emailQuoteText.sentTo(quoteEmailed)
  return <p role="status">{outcome === 'sent' ? sent : outcome && emailQuoteText.notSent[outcome]}</p>
}
