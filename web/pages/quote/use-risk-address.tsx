/**
 * The hook of the quote page that saves a new overnight address, found or typed by hand. A new address
 * changes the price.
 */

import { useRef, useState } from 'react'
import { type Address, addressText } from '#journey/address.ts'
import { quoteText } from '#web/content/quote.ts'
import { ManualAddressDialog } from '#web/features/address-search/manual-address-dialog.tsx'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

/** What is typed here is a search; the car's address stays as it was until another one is found. */
export const searchField = 'cover.quoteAddress'

export interface RiskAddressHandle {
  readonly isChanging: boolean
  change(): void
  /** The address stays as it was. */
  keep(): void
  select(address: Address): void
  /** The popup opens for it: for one that was found and lacks its postcode, or for one to be typed. */
  enterManually(isFoundInPart?: true): void
  /**
   * Closes the dialog. An incomplete address that was not used counts neither as the old address nor as a
   * new one.
   */
  cancel(): void
}

export function useRiskAddress(): RiskAddressHandle {
  const draft = useDraft()
  const announce = useAnnounce()
  const [isChanging, setIsChanging] = useState(false)
  const isFoundInPart = useRef<true>(undefined)
  /** What was not found before is nobody's address any more. */
  const setChanging = (changing: boolean) => {
    isFoundInPart.current = undefined
    draft.setState({ addressNotFoundIn: undefined })
    setIsChanging(changing)
  }
  return {
    isChanging,
    change: () => setChanging(true),
    keep() {
      setChanging(false)
      draft.setAnswer(searchField, '')
    },
    select(address) {
      const text = addressText(address)
      setChanging(false)
      draft.setState({ riskAddress: address, isRiskAddressUnsaved: true })
      draft.setAnswers({ car: { riskAddress: text }, cover: { quoteAddress: '' } })
      announce(quoteText.addressChanged(text))
    },
    enterManually(inPart) {
      isFoundInPart.current = inPart
    },
    cancel() {
      if (isFoundInPart.current) draft.setState({ addressNotFoundIn: searchField })
    },
  }
}

/** The popup for the same address; it holds a form of its own and so stands outside the step's. */
export function ManualRiskAddress(props: { open: boolean; handle: RiskAddressHandle; onClose: () => void }) {
  const { open, handle, onClose } = props
  const close = () => {
    handle.cancel()
    onClose()
  }
  return <ManualAddressDialog open={open} onClose={close} onUse={handle.select} />
}
