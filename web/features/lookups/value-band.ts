/** The hook that looks up the value band of the chosen model, in steps 1 (car) and 3 (quote). */
import type { ValueBand } from '#journey/plate-and-car-value.ts'
import { useApi } from '#web/api/client.ts'
import { valueBandOfCar } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector } from '#web/features/draft/draft-store.ts'
import { useKeyedLookup } from './use-lookup.ts'

export interface ValueBandOptions {
  /** False while the band cannot be requested. */
  readonly isEnabled: boolean
  onBand?(band: ValueBand): void
  /** Our server did not answer. */
  onNetworkError(): void
}

export function useValueBand({ isEnabled, onBand, onNetworkError }: ValueBandOptions) {
  const api = useApi()
  const draft = useDraft()
  const vehicleKey = useAnswer('car.vehicleKey')
  const hasBand = useDraftSelector(({ car }, draftState) => valueBandOfCar(car, draftState) !== null)
  const { isRetrying, start } = useKeyedLookup(
    isEnabled && vehicleKey !== '' && !hasBand ? vehicleKey : null,
    {
      ask: (model, call) => api.call('sumInsured', { body: { vehicleKey: model } }, call),
      onResult(result, model) {
        if (draft.answers().car.vehicleKey !== model) return
        if (result.outcome === 'network-error') return onNetworkError()
        // The server can find the band by itself.
        if (result.outcome !== 'ok') return
        const band = { minimumDollars: result.data.minSumInsured, maximumDollars: result.data.maxSumInsured }
        draft.setState({ valueBand: { ...band, vehicleKey: model } })
        onBand?.(band)
      },
    },
  )
  return {
    isRetrying,
    /** Loads the band if it is missing; false if our server did not answer. */
    async ensureBand() {
      const { car } = draft.answers()
      return (
        valueBandOfCar(car, draft.state()) !== null ||
        (await start(car.vehicleKey))?.outcome !== 'network-error'
      )
    },
  }
}
