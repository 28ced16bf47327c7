/** The overnight address question of step 1. Its search waits until there is a session. */

import { useMemo } from 'react'
import { ApiContext, useApi } from '#web/api/client.ts'
import { carFieldLabels, carUseText } from '#web/content/car.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { apiAfterLogin } from './api-after-login.ts'

export function AddressQuestion() {
  const api = useApi()
  const session = useSession()
  const draft = useDraft()
  const riskAddress = useDraftState(draftState => draftState.riskAddress)
  const waiting = useMemo(() => apiAfterLogin(api, session), [api, session])
  return (
    <ApiContext value={waiting}>
      <AddressField
        field="car.riskAddress"
        label={carFieldLabels.riskAddress}
        kind="risk"
        hint={carUseText.riskAddressHint}
        found={riskAddress}
        onFound={address => draft.setState({ riskAddress: address ?? undefined })}
      />
    </ApiContext>
  )
}
