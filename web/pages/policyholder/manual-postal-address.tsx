/**
 * The dialog for a postal address typed by hand. It is outside the step's form, because forms cannot nest.
 */

import { addressText } from '#journey/address.ts'
import { ManualAddressDialog } from '#web/features/address-search/manual-address-dialog.tsx'
import { useDraft } from '#web/features/draft/draft-store.ts'

export function ManualPostalAddress({ open, onClose }: { open: boolean; onClose: () => void }) {
  const draft = useDraft()
  return (
    <ManualAddressDialog
      open={open}
      isPostal
      onClose={onClose}
      onUse={address => {
        draft.setAnswers({
          policyholders: { postalAddress: addressText(address), useVehicleAddress: 'NO' },
        })
        draft.setState({ postalAddress: address })
      }}
    />
  )
}
