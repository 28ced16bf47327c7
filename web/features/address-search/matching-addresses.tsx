/** Radio cards of the addresses that match the selected line; an arrow key only previews a card. */
import { useEffect, useRef } from 'react'
import { type Address, addressText } from '#journey/address.ts'
import '#web/components/choice.css'
import '#web/components/field.css'
import { fieldId } from '#web/components/field.tsx'
import { RadioCard } from '#web/components/radio-group.tsx'
import { addressSearchText } from '#web/content/address.ts'

interface MatchingAddressesProps {
  readonly field: string
  readonly choices: readonly Address[]
  readonly onChoose: (address: Address) => void
}

export function MatchingAddresses({ field, choices, onChoose }: MatchingAddressesProps) {
  const isArrowKey = useRef(false)
  const previewed = useRef<Address>(undefined)
  const selectPreviewed = () => {
    const address = previewed.current
    previewed.current = undefined
    if (address) onChoose(address)
  }
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // Moving the focus on selects the previewed card, except to the field's own controls, to 'Keep this address'
    // after them, to a dialog, or to the section around them, which a click on a card's text may focus.
    const onFocusIn = ({ target }: FocusEvent) => {
      const field = group.current?.parentElement
      if (!field || !(target instanceof Element) || target.closest('dialog')) return
      const isNear = field.contains(target) || target.contains(field) || target === field.nextElementSibling
      if (!isNear) selectPreviewed()
    }
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  })
  return (
    <fieldset
      ref={group}
      className="field-group"
      onKeyDown={event => {
        const { key, target } = event
        // An arrow key clicks the next radio before its keyup.
        isArrowKey.current = key.startsWith('Arrow')
        addEventListener('keyup', () => (isArrowKey.current = false), { once: true })
        if (previewed.current && (key === 'Enter' || key === ' ')) {
          event.preventDefault()
          selectPreviewed()
        }
        if (key === 'Escape' && previewed.current && target instanceof HTMLInputElement) {
          target.checked = false
          previewed.current = undefined
        }
      }}
      onClick={({ target }) => {
        // A previewed radio is checked already, so that a click on it fires no change event.
        const isPressed = target instanceof HTMLInputElement && !isArrowKey.current
        if (isPressed && choices[Number(target.value)] === previewed.current) selectPreviewed()
      }}
    >
      <legend className="field-label">{addressSearchText.suggested}</legend>
      <div className="stack gap-2 choice-column">
        {choices.map((address, index) => (
          <RadioCard
            key={addressText(address)}
            id={`${fieldId(field)}-suggested-${index + 1}`}
            name={`${field}.suggested`}
            option={{ value: String(index), label: addressText(address) }}
            onChoose={() => {
              previewed.current = address
              if (!isArrowKey.current) selectPreviewed()
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}
