/** The addresses that one line may mean, to choose from: an arrow only looks at the next, which counts once it is pressed or left (CAR-09). */
import { useRef } from 'react'
import { type Address, addressText } from '#journey/address.ts'
import { addressWords } from '#web/words/address.ts'
import choiceCss from './choice.module.css'
import fieldCss from './field.module.css'
import { fieldId } from './problems.ts'
import { RadioCard } from './radios.tsx'

export interface AddressChoicesProps {
  readonly field: string
  readonly choices: readonly Address[]
  readonly onChoose: (address: Address) => void
}

export function AddressChoices({ field, choices, onChoose }: AddressChoicesProps) {
  const isArrow = useRef(false)
  const lookedAt = useRef<Address>(undefined)
  const take = () => {
    const address = lookedAt.current
    lookedAt.current = undefined
    if (address) onChoose(address)
  }
  return (
    <fieldset
      className={`${fieldCss.field} ${fieldCss.group}`}
      onKeyDown={event => {
        const { key } = event
        // The browser clicks what an arrow leads to before the key is up.
        isArrow.current = key.startsWith('Arrow')
        addEventListener('keyup', () => (isArrow.current = false), { once: true })
        if (lookedAt.current && (key === 'Enter' || key === ' ')) {
          event.preventDefault()
          take()
        }
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A window that is left keeps its focus.
        if (!currentTarget.contains(relatedTarget ?? document.activeElement)) take()
      }}
    >
      <legend className={fieldCss.label}>{addressWords.suggested}</legend>
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
