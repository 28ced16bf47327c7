/** The overnight address on the quote page, which the customer can correct without going back. */

import { useEffect, useRef } from 'react'
import { addressText } from '#journey/address.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { coverOptionsText, quoteText } from '#web/content/quote.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { useDraftState } from '#web/features/draft/draft-store.ts'
import styles from './quote-page.module.css'
import { type RiskAddressHandle, searchField } from './use-risk-address.tsx'

export function RiskAddressQuestion({
  handle,
  onManual,
}: {
  handle: RiskAddressHandle
  onManual: () => void
}) {
  const riskAddress = useDraftState(draftState => draftState.riskAddress)
  const section = useRef<HTMLElement>(null)
  const { isChanging } = handle
  const wasChanging = useRef(isChanging)
  useEffect(() => {
    if (wasChanging.current === isChanging) return
    wasChanging.current = isChanging
    // What was pressed or typed in has gone, and the focus with it: the reader stays where it was.
    if (document.activeElement !== document.body) return
    const place = isChanging ? document.getElementById(fieldId(searchField)) : section.current
    place?.focus()
  }, [isChanging])
  return (
    <section className={styles.block} ref={section} tabIndex={-1} aria-labelledby="kept-heading">
      <h2 id="kept-heading">{coverOptionsText.addressTitle}</h2>
      {riskAddress && <p>{addressText(riskAddress)}</p>}
      {isChanging ? (
        <>
          <AddressField
            field={searchField}
            label={quoteText.addressLabel}
            kind="risk"
            hint={coverOptionsText.addressHint}
            notFoundText={quoteText.addressNotFound}
            onFound={address => address && handle.select(address)}
            onManual={isFoundInPart => {
              handle.enterManually(isFoundInPart)
              onManual()
            }}
          />
          <Button kind="quiet" onPress={handle.keep}>
            {coverOptionsText.addressKeep}
          </Button>
        </>
      ) : (
        <Button kind="secondary" onPress={handle.change}>
          {coverOptionsText.addressChange}
        </Button>
      )}
    </section>
  )
}
