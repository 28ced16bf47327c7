/** 'Disclosure and declaration': the answers once more, and the box without which step 4 stays closed (QUOTE-09). */
import { useState } from 'react'
import { isDeclared } from '#journey/answers/quote.ts'
import type { Step } from '#journey/steps.ts'
import { quoteRows } from '#web/answer-rows.ts'
import { CheckAnswers } from '#web/check-answers.tsx'
import { useAnswersSoon, useFactsSoon, useFromAnswers } from '#web/draft.ts'
import { Actions } from '#web/form/actions.tsx'
import { CheckField } from '#web/form/check-field.tsx'
import { Dialog } from '#web/form/dialog.tsx'
import { Later } from '#web/later.tsx'
import { today } from '#web/today.ts'
import { declarationWords } from '#web/words/declaration.ts'
import styles from './quote-step.module.css'

export interface DeclarationProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Resolves once the declaration was sent, or was not. */
  readonly onAgree: () => Promise<void>
  readonly onChange: (step: Step) => void
}

export function Declaration({ open, onClose, onAgree, onChange }: DeclarationProps) {
  const isAgreed = useFromAnswers(isDeclared)
  const answers = useAnswersSoon()
  const facts = useFactsSoon()
  const [sending, setSending] = useState(false)
  const agree = async () => {
    setSending(true)
    await onAgree()
    setSending(false)
  }
  const change = (step: Step) => {
    onClose()
    onChange(step)
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
