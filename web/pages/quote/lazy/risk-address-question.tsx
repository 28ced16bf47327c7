/** The overnight address in step 3 (quote), and the search that changes it. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Address, addressText } from '#journey/address.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId } from '#web/components/field.tsx'
import { coverFieldsText, quoteText } from '#web/content/quote.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import '#web/pages/quote/quote-page.css'

/** The field path of the address search. The car's address does not change until the search finds another one. */
const addressSearchField = 'cover.quoteAddress'

export function RiskAddressQuestion() {
  const draft = useDraft()
  const announce = useAnnounce()
  const current = useDraftState(({ riskAddress }) => riskAddress && addressText(riskAddress))
  const section = useRef<HTMLElement>(null)
  const [isChanging, setIsChanging] = useState(false)

  const setChanging = (changing: boolean) => {
    flushSync(() => {
      draft.setState({ addressNotFoundIn: undefined })
      setIsChanging(changing)
    })
    // If the focused control was removed, the focus stays at this question.
    if (document.activeElement !== document.body) return
    const target = changing ? document.getElementById(fieldId(addressSearchField)) : section.current
    target?.focus()
  }
  const keep = () => {
    setChanging(false)
    draft.setAnswer(addressSearchField, '')
  }
  const select = (address: Address) => {
    const text = addressText(address)
    draft.setState({ riskAddress: address })
    // The same address: no price would be requested for it.
    if (text === current) return keep()
    draft.setState({ isCarUnsaved: true })
    draft.setAnswers({ car: { riskAddress: text }, cover: { quoteAddress: '' } })
    setChanging(false)
    announce(quoteText.addressChanged(text))
  }

  return (
    <section
      className="stack gap-3 quote-page-block"
      ref={section}
      tabIndex={-1}
      aria-labelledby="risk-address-heading"
    >
      <h2 className="h3" id="risk-address-heading">
        {coverFieldsText.addressTitle}
      </h2>
      {current && <p>{current}</p>}
      {isChanging ? (
        <>
          <AddressField
            field={addressSearchField}
            label={quoteText.addressLabel}
            hint={coverFieldsText.addressHint}
            notFoundText={quoteText.addressNotFound}
            onFound={address => address && select(address)}
            onPostcodeNotGiven={() => draft.setState({ addressNotFoundIn: addressSearchField })}
          />
          <Button kind="quiet" onPress={keep}>
            {coverFieldsText.addressKeep}
          </Button>
        </>
      ) : (
        <Button kind="secondary" onPress={() => setChanging(true)}>
          {coverFieldsText.addressChange}
        </Button>
      )}
    </section>
  )
}
