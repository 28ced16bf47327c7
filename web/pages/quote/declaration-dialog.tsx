/** 'Disclosure and declaration': the answers once more, and the box without which step 4 stays closed (QUOTE-09). */
import { useState } from 'react'
import { isDeclared } from '#journey/questions/quote.ts'
import { oldCopies } from '#journey/questions/stale-copies.ts'
import type { Step } from '#journey/steps.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { CheckField } from '#web/components/checkbox-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { Actions } from '#web/components/form-actions.tsx'
import { declarationWords } from '#web/content/declaration.ts'
import { useAnswersSoon, useDraft, useFactsSoon, useFromAnswers } from '#web/features/draft/draft-store.ts'
import { CheckAnswers } from '#web/features/summary/summary-list.tsx'
import { type AnswerRow, quoteRows } from '#web/features/summary/summary-rows.ts'
import { Later } from '#web/lib/lazy.tsx'
import { today } from '#web/lib/server-clock.ts'
import styles from './quote-page.module.css'

/** What is chosen of a field, else its control, else the cover that is open. */
const controlOf = (field = ''): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[name="${field}"]:checked`) ??
  document.getElementById(fieldId(field)) ??
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')

export interface DeclarationProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Resolves once the declaration was sent, or was not; `goOn` is what follows where it holds. */
  readonly onAgree: (goOn: () => void) => Promise<void>
  /** To an answer of another step; one of this step is gone to here. */
  readonly onChange: (step: Step) => void
}

export function Declaration({ open, onClose, onAgree, onChange }: DeclarationProps) {
  const draft = useDraft()
  const wizard = useWizard()
  const isAgreed = useFromAnswers(isDeclared)
  const answers = useAnswersSoon()
  const facts = useFactsSoon()
  const [sending, setSending] = useState(false)
  /** Step 4 may be passed by whoever comes from step 5, unless it is unsaved, or copies there are of answers that have changed since. */
  const goOn = () => {
    const old = oldCopies(draft.answers(), draft.facts().riskAddress)
    draft.setAnswers(old)
    if (Object.keys(old).length > 0 || draft.facts().areHoldersUnsaved) wizard.go('policyholder')
    else wizard.next()
  }
  const agree = async () => {
    setSending(true)
    await onAgree(goOn)
    setSending(false)
  }
  const change = ({ step, field }: AnswerRow) => {
    onClose()
    if (step !== 'quote') return onChange(step)
    // Once the popup has given the focus back.
    requestAnimationFrame(() => controlOf(field)?.focus())
  }
  return (
    <Dialog
      title={declarationWords.title}
      open={open}
      // What is being sent cannot be taken back: the popup stays until the outcome is known.
      {...(!sending && { onClose })}
      dismissable={!sending}
      actions={
        <>
          <div inert={sending}>
            <CheckField field="declaration" label={declarationWords.agree} />
          </div>
          <Actions
            next={{
              busy: sending,
              onPress: () => void agree(),
              disabledBecause: isAgreed ? [] : [declarationWords.reasonAgree],
            }}
          />
        </>
      }
    >
      <div className={styles.declared} inert={sending}>
        {declarationWords.paragraphs.map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Later>
          <h3>{declarationWords.checkAnswers}</h3>
          <CheckAnswers rows={quoteRows(answers, facts, today())} onChange={change} />
          <h3>{declarationWords.insurerTitle}</h3>
          <p>{declarationWords.insurer}</p>
        </Later>
      </div>
    </Dialog>
  )
}
