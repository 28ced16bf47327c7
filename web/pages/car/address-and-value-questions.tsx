/** The overnight address and car value questions of step 1. */

import { useMemo } from 'react'
import { dollarsText } from '#journey/money.ts'
import { bandIsTooHigh } from '#journey/questions/car-errors.ts'
import { ApiContext, useApi } from '#web/api/client.ts'
import { MoneyField } from '#web/components/money-field.tsx'
import { carFieldLabels, carUseText } from '#web/content/car.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import { bandOf } from '#web/features/draft/draft-state.ts'
import { useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { apiAfterLogin } from './wait-for-session.ts'

/** Its search waits until there is a session. */
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

const maximumLength = 9

/** Shows the value band of the model in its hint. */
export function CarValueQuestion() {
  const valueBand = useDraftSelector(({ car }, draftState) => bandOf(car, draftState))
  const hint =
    valueBand && !bandIsTooHigh(valueBand)
      ? carUseText.carValueBand(dollarsText(valueBand.minimumDollars), dollarsText(valueBand.maximumDollars))
      : carUseText.carValueHint
  return (
    <MoneyField field="car.carValue" label={carFieldLabels.carValue} hint={hint} maxLength={maximumLength} />
  )
}
