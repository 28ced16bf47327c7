/** Where the car is kept overnight, and how to put it right without going back (QUOTE-14). */
import { useRef } from 'react'
import { addressText } from '#journey/address.ts'
import { useFacts } from '#web/draft.ts'
import { AddressField } from '#web/form/address-field.tsx'
import { Button } from '#web/form/button.tsx'
import { choiceWords } from '#web/words/choices.ts'
import styles from './quote-step.module.css'
import { type RiskAddressHandle, searchField } from './use-risk-address.tsx'

export function RiskAddress({ handle, onManual }: { handle: RiskAddressHandle; onManual: () => void }) {
  const { riskAddress } = useFacts()
  const section = useRef<HTMLElement>(null)
  return (
    <section className={styles.block} ref={section} tabIndex={-1} aria-labelledby="kept-heading">
      <h2 id="kept-heading">{choiceWords.addressTitle}</h2>
      {riskAddress && <p>{addressText(riskAddress)}</p>}
      {handle.isChanging ? (
        <AddressField
          field={searchField}
          label={choiceWords.addressLabel}
          kind="risk"
          hint={choiceWords.addressHint}
          notFoundText={choiceWords.addressNotFound}
          onFound={address => {
            if (!address) return
            handle.take(address)
            // The field goes; the reader stays where it was.
            section.current?.focus()
          }}
          onManual={onManual}
        />
      ) : (
        <Button kind="secondary" onPress={handle.change}>
          {choiceWords.addressChange}
        </Button>
      )}
    </section>
  )
}
