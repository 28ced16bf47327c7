/**
 * The addresses that match one line, as radio cards. An arrow key only previews a card; a click, Enter or
 * leaving the field selects it.
 */

import { useEffect, useRef } from 'react'
import { type Address, addressText } from '#journey/address.ts'
import choiceCss from '#web/components/choice.module.css'
import fieldCss from '#web/components/field.module.css'
import { fieldId } from '#web/components/field-errors.ts'
import { RadioCard } from '#web/components/radio-group.tsx'
import { addressSearchText } from '#web/content/address.ts'

export interface AddressOptionsProps {
  readonly field: string
  readonly choices: readonly Address[]
  readonly onChoose: (address: Address) => void
}

export function AddressOptions({ field, choices, onChoose }: AddressOptionsProps) {
  const isArrow = useRef(false)
  const lookedAt = useRef<Address>(undefined)
  const take = () => {
    const address = lookedAt.current
    lookedAt.current = undefined
    if (address) onChoose(address)
  }
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // What else may be meant: another line or typing it, around them, and right behind that 'Keep this address'. A popup is no
    // way on, and a press on a card's words may focus the part of the page that they stand in.
    const moved = ({ target }: FocusEvent) => {
      const field = group.current?.parentElement
      if (!field || !(target instanceof Element) || target.closest('dialog')) return
      const isNear = field.contains(target) || target.contains(field) || target === field.nextElementSibling
      if (!isNear) take()
    }
    document.addEventListener('focusin', moved)
    return () => document.removeEventListener('focusin', moved)
  })
  return (
    <fieldset
      ref={group}
      className={`${fieldCss.field} ${fieldCss.group}`}
      onKeyDown={event => {
        const { key, target } = event
        // The browser clicks what an arrow leads to before the key is up.
        isArrow.current = key.startsWith('Arrow')
        addEventListener('keyup', () => (isArrow.current = false), { once: true })
        if (lookedAt.current && (key === 'Enter' || key === ' ')) {
          event.preventDefault()
          take()
        }
        if (key === 'Escape' && lookedAt.current && target instanceof HTMLInputElement) {
          target.checked = false
          lookedAt.current = undefined
        }
      }}
      onClick={({ target }) => {
        // The one that was looked at is checked already: its press changes nothing.
        const isPressed = target instanceof HTMLInputElement && !isArrow.current
        if (isPressed && choices[Number(target.value)] === lookedAt.current) take()
      }}
    >
      <legend className={fieldCss.label}>{addressSearchText.suggested}</legend>
      <div className={choiceCss.column}>
        {choices.map((address, index) => (
          <RadioCard
            key={addressText(address)}
            id={`${fieldId(field)}-suggested-${index + 1}`}
            name={`${field}.suggested`}
            option={{ value: String(index), label: addressText(address) }}
            onChoose={() => {
              lookedAt.current = address
              if (!isArrow.current) take()
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}
