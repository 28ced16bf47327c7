/** The texts of a radio, checkbox or switch card, linked to its control by ids. */
import type { ReactNode } from 'react'
import './choice.css'

export interface ChoiceTexts {
  readonly label: string
  /** One line under the label, not part of the control's name. */
  readonly help?: ReactNode
  /** A price at the right of the card, not part of the control's name. */
  readonly amount?: ReactNode
}

/** @param id of the control */
export function ChoiceText({ id, label, help, amount }: ChoiceTexts & { readonly id: string }) {
  return (
    <>
      <span className="stack choice-texts">
        <span className="choice-name" id={`${id}-name`}>
          {label}
        </span>
        {help && (
          <span className="muted small choice-help" id={`${id}-help`}>
            {help}
          </span>
        )}
      </span>
      {amount && (
        <span className="choice-amount" id={`${id}-amount`}>
          {amount}
        </span>
      )}
    </>
  )
}

/** The id and the ARIA attributes that give the control these texts as its name and description. */
export const choiceAriaAttributes = (id: string, { help, amount }: ChoiceTexts) => ({
  id,
  'aria-labelledby': `${id}-name`,
  'aria-describedby': (amount ? `${id}-amount ` : '') + (help ? `${id}-help` : '') || undefined,
})
