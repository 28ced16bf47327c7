/** Where the car is kept overnight, and how to put it right without going back: a new address is a new price (QUOTE-14). */
import { useRef, useState } from 'react'
import { type Address, addressText } from '#journey/address.ts'
import { useDraft, useFacts } from '#web/draft.ts'
import { AddressField } from '#web/form/address-field.tsx'
import { Button } from '#web/form/button.tsx'
import { ManualAddressDialog } from '#web/form/popups.ts'
import { useAnnounce } from '#web/frame/live-region.tsx'
import { quoteWords } from '#web/words/quote.ts'
import styles from './quote-step.module.css'

/** What is typed here is a search; the car's address stays as it was until another one is found. */
const searchField = 'quoteAddress'

export interface RiskAddressHandle {
  readonly isChanging: boolean
  change(): void
  take(address: Address): void
}

export function useRiskAddress(): RiskAddressHandle {
  const draft = useDraft()
  const announce = useAnnounce()
  const [isChanging, setIsChanging] = useState(false)
  return {
    isChanging,
    change: () => setIsChanging(true),
    take(address) {
      const text = addressText(address)
      draft.setFacts({ riskAddress: address, isRiskAddressUnsaved: true })
      draft.setAnswers({ riskAddress: text, [searchField]: undefined })
      setIsChanging(false)
      announce(quoteWords.addressChanged(text))
    },
  }
}

export function RiskAddress({ handle, onManual }: { handle: RiskAddressHandle; onManual: () => void }) {
  const { riskAddress } = useFacts()
  const section = useRef<HTMLElement>(null)
  return (
    <section className={styles.block} ref={section} tabIndex={-1} aria-labelledby="kept-heading">
      <h2 id="kept-heading">{quoteWords.addressTitle}</h2>
      {riskAddress && <p>{addressText(riskAddress)}</p>}
      {handle.isChanging ? (
        <AddressField
          field={searchField}
          label={quoteWords.addressLabel}
          kind="risk"
          hint={quoteWords.addressHint}
          notFoundText={quoteWords.addressNotFound}
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
          {quoteWords.addressChange}
        </Button>
      )}
    </section>
  )
}

/** The popup for the same address; it holds a form of its own and so stands outside the step's. */
export function RiskAddressManually(props: {
  open: boolean
  handle: RiskAddressHandle
  onClose: () => void
}) {
  const { open, handle, onClose } = props
  return (
    <ManualAddressDialog
      open={open}
      onClose={onClose}
      onUse={address => {
        handle.take(address)
        onClose()
      }}
    />
  )
}
