/** Where the car is kept overnight: searched for, once there is a session to search with (CAR-09). */
import { useMemo } from 'react'
import { ApiContext, useApi } from '#web/api.ts'
import { useDraft, useFromFacts } from '#web/draft.ts'
import { AddressField } from '#web/form/address-field.tsx'
import { useSession } from '#web/session.ts'
import { carFields } from '#web/words/car.ts'
import { carUseWords } from '#web/words/car-use.ts'
import { sessionFirst } from './session-first.ts'

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
