/** The hook of step 1 that keeps models and value band up to date with plate, transmission and model. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { normalizePlate } from '#journey/plate.ts'
import { bandIsTooHigh } from '#journey/questions/car.ts'
import { transmissions } from '#journey/transmission.ts'
import { useApi } from '#web/api/client.ts'
import { bandOf, modelsOf } from '#web/features/draft/draft-state.ts'
import { useAnswer, useDraft, useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { useSession } from '#web/features/session/session.ts'
import { findBand, findModels } from './find-models.ts'

export interface ModelsCallbacks {
  /** Some were found; of none the page itself tells. */
  onModels(count: number): void
  onNotInsurable(): void
  /** No car worth so much is insured here. */
  onBandTooHigh(): void
  /** Too many cars were asked about, by this session or from this address. */
  onTooMany(): void
  /** Our server answered neither of two calls. */
  onUnreachable(): void
}

/** What is asked for once more just now, since our server did not answer. */
type Repeated = 'models' | 'band' | null

export interface ModelsHandle {
  /** A look-up is needed and has no result yet. */
  readonly isFinding: boolean
  readonly repeated: Repeated
  /** Loads the band of the chosen model where it is still missing; false where our server is out of reach. */
  ensureBand(): Promise<boolean>
}

export function useModels(tell: ModelsCallbacks): ModelsHandle {
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
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })

  useEffect(() => {
    if (!isFinding || !transmission) return
    const stop = new AbortController()
    const hasSession = () => draft.state().registeredPlate === plate && session.token() !== null
    const { signal } = stop
    const onRepeat = (isRepeating: boolean) => setRepeated(isRepeating ? 'models' : null)
    void findModels({ api, plate, transmission, signal, hasSession, onRepeat }).then(found => {
      if (signal.aborted || !found) return
      if (found === 'unreachable') return latest.current.onUnreachable()
      if (found === 'not-asked' || found === 'too-many') {
        // Chosen again, it is asked again.
        draft.setAnswer('car.transmission', '')
        if (found === 'too-many') latest.current.onTooMany()
        return
      }
      const notInsurable = found === 'not-insurable'
      draft.setState({
        foundModels: { plate, transmission, models: notInsurable ? [] : found, notInsurable },
      })
      if (notInsurable) latest.current.onNotInsurable()
      else if (found.length) latest.current.onModels(found.length)
    })
    return () => stop.abort()
  }, [api, draft, session, plate, transmission, isFinding])

  const loadBand = useCallback(
    async (model: string, signal?: AbortSignal): Promise<boolean> => {
      const onRepeat = (isRepeating: boolean) => setRepeated(isRepeating ? 'band' : null)
      const band = await findBand(api, model, { signal, onRepeat })
      if (!band || signal?.aborted || draft.answers().car.vehicleKey !== model) return true
      if (band === 'unreachable') {
        latest.current.onUnreachable()
        return false
      }
      draft.setState({ valueBand: { ...band, vehicleKey: model } })
      if (bandIsTooHigh(band)) latest.current.onBandTooHigh()
      return true
    },
    [api, draft],
  )
  useEffect(() => {
    if (!wantsBand) return
    const stop = new AbortController()
    void loadBand(vehicleKey, stop.signal)
    return () => stop.abort()
  }, [wantsBand, vehicleKey, loadBand])

  return {
    isFinding,
    repeated,
    ensureBand: async () => {
      const { car } = draft.answers()
      const isWanted =
        !bandOf(car, draft.state()) && draft.state().registeredPlate === normalizePlate(car.plate)
      return !isWanted || loadBand(car.vehicleKey)
    },
  }
}
