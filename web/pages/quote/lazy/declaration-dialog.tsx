/** The 'Disclosure and declaration' dialog of step 3 (quote): a review of the answers, and the checkbox. */
import { useState } from 'react'
import type { FieldPath } from '#journey/questions/form-answers.ts'
import { isDeclarationAccepted } from '#journey/questions/quote.ts'
import { CheckboxField } from '#web/components/checkbox-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { fieldId } from '#web/components/field.tsx'
import { FormActions } from '#web/components/form.tsx'
import { declarationText } from '#web/content/declaration.ts'
import {
  useDeferredAnswers,
  useDeferredDraftState,
  useDraftSelector,
} from '#web/features/draft/draft-store.ts'
import { quoteRows, SummaryList, type SummaryRow } from '#web/features/summary/answers-summary.tsx'
import { AfterFirstPaint } from '#web/lib/page-lifecycle.tsx'
import { useNavigation } from '#web/lib/screens-and-navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import '#web/pages/quote/quote-page.css'

/** The element to focus for a field: its chosen option, else its control, else the open cover. */
const controlOf = (field: FieldPath): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[name="${field}"]:checked`) ??
  document.getElementById(fieldId(field)) ??
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')

interface DeclarationProps {
  readonly onClose: () => void
  readonly onAgree: () => Promise<void>
}

/** Rendered while it is closed, so that its file is loaded before Next is pressed. */
export function DeclarationDialog({ open, ...props }: DeclarationProps & { readonly open: boolean }) {
  return open ? <Declaration {...props} /> : null
}

function Declaration({ onClose, onAgree }: DeclarationProps) {
  const { editStep } = useNavigation()
  const isAgreed = useDraftSelector(isDeclarationAccepted)
  const answers = useDeferredAnswers()
  const draftState = useDeferredDraftState()
  const [sending, setSending] = useState(false)
  const agree = async () => {
    setSending(true)
    await onAgree()
    setSending(false)
  }
  const change = ({ step, field }: SummaryRow) => {
    onClose()
    if (step !== 'quote') return editStep(step)
    // After the dialog has restored the focus.
    requestAnimationFrame(() => controlOf(field ?? 'cover.cover')?.focus())
  }
  return (
    <Dialog
      title={declarationText.title}
      // A sent declaration cannot be cancelled: the dialog stays open until the result is known.
      onClose={sending ? undefined : onClose}
      actions={
        <>
          <div inert={sending}>
            <CheckboxField field="cover.declaration" label={declarationText.agree} />
          </div>
          <FormActions
            next={{
              busy: sending,
              onPress: () => void agree(),
              disabledReasons: isAgreed ? [] : [declarationText.reasonAgree],
            }}
          />
        </>
      }
    >
      <div className="quote-page-declared" inert={sending}>
        {declarationText.paragraphs.map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <AfterFirstPaint>
          <h3>{declarationText.checkAnswers}</h3>
          <SummaryList rows={quoteRows(answers, draftState, today())} onChange={change} />
          <h3>{declarationText.insurerTitle}</h3>
          <p>{declarationText.insurer}</p>
        </AfterFirstPaint>
      </div>
    </Dialog>
  )
}
