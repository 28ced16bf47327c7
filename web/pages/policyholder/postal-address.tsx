/**
 * The postal address question of step 4 (policyholder): a switch that copies the vehicle's address, a search,
 * or manual entry.
 */

import { type Address, addressText } from '#journey/address.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import type { UndoHandle } from '#web/features/people-list/use-undo.tsx'
import { CopySwitch } from './copy-switch.tsx'

const switchField = 'policyholders.useVehicleAddress'

export function PostalAddress({ undo }: { undo: UndoHandle }) {
  const draft = useDraft()
  const postalAddress = useDraftState(draftState => draftState.postalAddress)
  const riskAddress = useDraftState(draftState => draftState.riskAddress)

  const copy = (on: boolean) => {
    const before = { text: draft.answers().policyholders.postalAddress, address: draft.state().postalAddress }
    const setAddress = (text: string, address: Address | undefined, isCopied: boolean) => {
      draft.setAnswers({
        policyholders: { postalAddress: text, useVehicleAddress: isCopied ? 'YES' : 'NO' },
      })
      draft.setState({ postalAddress: address })
    }
    if (on && riskAddress) setAddress(addressText(riskAddress), riskAddress, true)
    else setAddress('', undefined, false)
    return {
      text: on ? words.addressCopied : words.addressCleared,
      undo: () => setAddress(before.text, before.address, !on),
    }
  }
  return (
    <section className="stack gap-5" aria-labelledby="postal-heading">
      <h2 id="postal-heading">{words.postalTitle}</h2>
      <CopySwitch
        field={switchField}
        label={words.useVehicleAddress}
        help={words.useVehicleAddressHelp}
        staleText={words.oldAddress}
        undo={undo}
        onChange={copy}
      />
      <AddressField
        field="policyholders.postalAddress"
        label={words.postalLabel}
        kind="postal"
        hint={words.postalHint}
        found={postalAddress}
        onFound={address => {
          draft.setState({ postalAddress: address ?? undefined })
          draft.setAnswer(switchField, 'NO')
          undo.clear()
        }}
      />
      <p>{words.documentsNote}</p>
    </section>
  )
}
