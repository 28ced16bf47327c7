/** The hook of step 1 that keeps models and value band up to date with plate, transmission and model. */

import { useEffect, useEffectEvent, useState } from 'react'
import { type Transmission, transmissions } from '#journey/car-value.ts'
import { normalizePlate } from '#journey/plate.ts'
import { bandIsTooHigh } from '#journey/questions/car-errors.ts'
import { useApi } from '#web/api/client.ts'
import { bandOf, modelsOf } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { findBand, findModels } from './find-models.ts'

export interface ModelsCallbacks {
  /** At least one model was found; the page itself shows that there is none. */
  onModels(count: number): void
  onNotInsurable(): void
  /** Cars of this value are not insured. */
  onBandTooHigh(): void
  /** The limit of look-ups is reached, for this session or address. */
  onTooMany(): void
  /** Our server did not answer. */
  onUnreachable(): void
}

/** The look-up that is being retried, because our server did not answer. */
type Repeated = 'models' | 'band' | null

export interface ModelsHandle {
  /** A look-up is needed and has no result yet. */
  readonly isFinding: boolean
  readonly repeated: Repeated
  /** Loads the band of the chosen model if it is missing; false if our server did not answer. */
  ensureBand(): Promise<boolean>
}

export function useModels(callbacks: ModelsCallbacks): ModelsHandle {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const hasModels = useDraftSelector(({ car }, state) => modelsOf(car, state) !== null)
  const registeredPlate = useDraftState(draftState => draftState.registeredPlate)
  const hasBand = useDraftSelector(({ car }, state) => bandOf(car, state) !== null)
  const plate = normalizePlate(useAnswer('car.plate'))
  const chosen = useAnswer('car.transmission')
  const transmission = transmissions.find(known => known === chosen)
  const vehicleKey = useAnswer('car.vehicleKey')
  const isFinding = plate !== '' && transmission !== undefined && !hasModels
  const wantsBand = vehicleKey !== '' && registeredPlate === plate && !hasBand
  const [repeated, setRepeated] = useState<Repeated>(null)

  const loadModels = useEffectEvent(async (wanted: Transmission, signal: AbortSignal) => {
    const hasSession = () => draft.state().registeredPlate === plate && session.token() !== null
    // A look-up that was replaced must not clear the notice of its successor.
    const onRepeat = (isRepeating: boolean) => {
      if (!signal.aborted) setRepeated(isRepeating ? 'models' : null)
    }
    setRepeated(null)
    const found = await findModels({ api, plate, transmission: wanted, signal, hasSession, onRepeat })
    if (signal.aborted || !found) return
    if (found === 'unreachable') return callbacks.onUnreachable()
    if (found === 'not-asked' || found === 'too-many') {
      // Chosen again, the transmission starts a new look-up.
      draft.setAnswer('car.transmission', '')
      if (found === 'too-many') callbacks.onTooMany()
      return
    }
    const notInsurable = found === 'not-insurable'
    draft.setState({
      foundModels: { plate, transmission: wanted, models: notInsurable ? [] : found, notInsurable },
    })
    if (notInsurable) callbacks.onNotInsurable()
    else if (found.length > 0) callbacks.onModels(found.length)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another plate starts another look-up
  useEffect(() => {
    if (!isFinding || !transmission) return
    const stop = new AbortController()
    void loadModels(transmission, stop.signal)
    return () => stop.abort()
  }, [plate, transmission, isFinding])

  async function loadBand(model: string, signal?: AbortSignal): Promise<boolean> {
    const onRepeat = (isRepeating: boolean) => {
      if (!signal?.aborted) setRepeated(isRepeating ? 'band' : null)
    }
    const band = await findBand(api, model, { signal, onRepeat })
    if (!band || signal?.aborted || draft.answers().car.vehicleKey !== model) return true
    if (band === 'unreachable') {
      callbacks.onUnreachable()
      return false
    }
    draft.setState({ valueBand: { ...band, vehicleKey: model } })
    if (bandIsTooHigh(band)) callbacks.onBandTooHigh()
    return true
  }
  const loadChosenBand = useEffectEvent(loadBand)
  useEffect(() => {
    if (!wantsBand) return
    const stop = new AbortController()
    void loadChosenBand(vehicleKey, stop.signal)
    return () => stop.abort()
  }, [wantsBand, vehicleKey])

  return {
    isFinding,
    repeated,
    async ensureBand() {
      const { car } = draft.answers()
      const isMissing =
        !bandOf(car, draft.state()) && draft.state().registeredPlate === normalizePlate(car.plate)
      return !isMissing || loadBand(car.vehicleKey)
    },
  }
}
