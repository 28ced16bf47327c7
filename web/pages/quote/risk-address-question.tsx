/** The overnight address question of step 3 (quote). A new address changes the price. */

import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Address, addressText } from '#journey/address.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId } from '#web/components/field.tsx'
import { coverOptionsText, quoteText } from '#web/content/quote.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import styles from './quote-page.module.css'

/**
 * The field path of the address search. The car's address does not change until the search finds another one.
 */
export const addressSearchField = 'cover.quoteAddress'

// Step 1 has loaded this file, but not a step 3 that was opened by a link. Most customers keep their address.
const AddressField = lazy(() =>
  import('#web/features/address-search/address-field.tsx').then(file => ({ default: file.AddressField })),
)

export function RiskAddressQuestion() {
  const draft = useDraft()
  const announce = useAnnounce()
  const riskAddress = useDraftState(draftState => draftState.riskAddress)
  const section = useRef<HTMLElement>(null)
  const [isChanging, setIsChanging] = useState(false)

  // In a transition, the button stays until the file of the field is loaded.
  const change = () => startTransition(() => setIsChanging(true))
  const close = () => {
    flushSync(() => {
      draft.setState({ addressNotFoundIn: undefined })
      setIsChanging(false)
    })
    // If the focused control was removed, the focus stays at this question.
    if (document.activeElement === document.body) section.current?.focus()
  }
  const keep = () => {
    close()
    draft.setAnswer(addressSearchField, '')
  }
  const select = (address: Address) => {
    const text = addressText(address)
    draft.setState({ riskAddress: address, isRiskAddressUnsaved: true })
    draft.setAnswers({ car: { riskAddress: text }, cover: { quoteAddress: '' } })
    close()
    announce(quoteText.addressChanged(text))
  }

  return (
    <section className={styles.block} ref={section} tabIndex={-1} aria-labelledby="risk-address-heading">
      <h2 id="risk-address-heading">{coverOptionsText.addressTitle}</h2>
      {riskAddress && <p>{addressText(riskAddress)}</p>}
      <Suspense>
        {isChanging ? (
          <>
            <AddressField
              field={addressSearchField}
              label={quoteText.addressLabel}
              kind="risk"
              hint={coverOptionsText.addressHint}
              notFoundText={quoteText.addressNotFound}
              onFound={address => address && select(address)}
              onPostcodeNotGiven={() => draft.setState({ addressNotFoundIn: addressSearchField })}
            />
            <FocusSearchField />
            <Button kind="quiet" onPress={keep}>
              {coverOptionsText.addressKeep}
            </Button>
          </>
        ) : (
          <Button kind="secondary" onPress={change}>
            {coverOptionsText.addressChange}
          </Button>
        )}
      </Suspense>
    </section>
  )
}

/** Focuses the search field once it is in the page. */
function FocusSearchField() {
  useEffect(() => document.getElementById(fieldId(addressSearchField))?.focus(), [])
  return null
}
