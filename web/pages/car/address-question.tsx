/** Where the car is kept overnight: searched for, once there is a session to search with (CAR-09). */
import { useMemo } from 'react'
import { ApiContext, useApi } from '#web/api/client.ts'
import { carFields } from '#web/content/car.ts'
import { carUseWords } from '#web/content/car-use.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { useDraft, useFromFacts } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { sessionFirst } from './api-after-login.ts'

export function AddressQuestion({ onManual }: { onManual: () => void }) {
  const api = useApi()
  const session = useSession()
  const draft = useDraft()
  const riskAddress = useFromFacts(facts => facts.riskAddress)
  const waiting = useMemo(() => sessionFirst(api, session), [api, session])
  return (
    <ApiContext value={waiting}>
      <AddressField
        field="riskAddress"
        label={carFields.riskAddress}
        kind="risk"
        hint={carUseWords.riskAddressHint}
        found={riskAddress}
        onFound={address => draft.setFacts({ riskAddress: address ?? undefined })}
        onManual={onManual}
      />
    </ApiContext>
  )
}
