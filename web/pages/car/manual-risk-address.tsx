/**
 * The dialog for an overnight address typed by hand. It is outside the step's form, because forms cannot
 * nest.
 */

import { addressText } from '#journey/address.ts'
import { ManualAddressDialog } from '#web/features/address-search/manual-address-dialog.tsx'
import { useDraft } from '#web/features/draft/draft-store.ts'

export function ManualRiskAddress({ open, onClose }: { open: boolean; onClose: () => void }) {
  const draft = useDraft()
  return (
    <ManualAddressDialog
      open={open}
      onClose={onClose}
      onUse={address => {
        draft.setState({ riskAddress: address })
        draft.setAnswer('car.riskAddress', addressText(address))
      }}
    />
  )
}
