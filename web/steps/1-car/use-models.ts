/** Keeps models and value band in step with plate, transmission and model: whatever is missing is looked up, wherever the answers came from. */
import { useCallback, useEffect, useRef } from 'react'
import { bandIsTooHigh } from '#journey/answers/car.ts'
import { normalisePlate } from '#journey/plate.ts'
import { transmissions } from '#journey/transmission.ts'
import { useApi } from '#web/api.ts'
import { useAnswer, useDraft, useFromFacts } from '#web/draft.ts'
import { useSession } from '#web/session.ts'
import { findBand, findModels } from './find-models.ts'

export interface ModelsTell {
  /** Some were found; of none the page itself tells. */
  onModels(count: number): void
  onNotInsurable(): void
  /** No car worth so much is insured here. */
  onBandTooHigh(): void
}

export interface ModelsHandle {
  /** A look-up is wanted and not yet answered. */
  readonly isFinding: boolean
  /** Loads the band of the chosen model where it is still missing. */
  ensureBand(): Promise<void>
}

export function useModels(tell: ModelsTell): ModelsHandle {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const hasModels = useFromFacts(({ models }) => Boolean(models))
  const registeredPlate = useFromFacts(facts => facts.registeredPlate)
  const hasBand = useFromFacts(({ valueBand }) => valueBand !== undefined)
  const plate = normalisePlate(useAnswer('plate'))
  const chosen = useAnswer('transmission')
  const transmission = transmissions.find(known => known === chosen)
  const vehicleKey = useAnswer('vehicleKey')
  const isFinding = plate !== '' && transmission !== undefined && !hasModels
  const wantsBand = vehicleKey !== '' && registeredPlate === plate && !hasBand
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })

  useEffect(() => {
    if (!isFinding || !transmission) return
    const stop = new AbortController()
    const hasSession = () => draft.facts().registeredPlate === plate && session.token() !== null
    void findModels({ api, plate, transmission, signal: stop.signal, hasSession }).then(found => {
      if (stop.signal.aborted || !found) return
      // Chosen again, it is asked again.
      if (found === 'not-asked') return draft.setAnswers({ transmission: undefined })
      const notInsurable = found === 'not-insurable'
      draft.setFacts({ models: notInsurable ? [] : found, notInsurable: notInsurable || undefined })
      if (notInsurable) latest.current.onNotInsurable()
      else if (found.length) latest.current.onModels(found.length)
    })
    return () => stop.abort()
  }, [api, draft, session, plate, transmission, isFinding])

  const loadBand = useCallback(
    async (model: string, signal?: AbortSignal): Promise<void> => {
      const band = await findBand(api, model, signal)
      if (!band || signal?.aborted || draft.answers().vehicleKey !== model) return
      draft.setFacts({ valueBand: band })
      if (bandIsTooHigh(band)) latest.current.onBandTooHigh()
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
    ensureBand: async () => {
      const { registeredPlate, valueBand } = draft.facts()
      const now = draft.answers()
      if (!valueBand && registeredPlate === normalisePlate(now.plate ?? ''))
        await loadBand(now.vehicleKey ?? '')
    },
  }
}
