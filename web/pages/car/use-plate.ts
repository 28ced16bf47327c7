/** The hook of step 1 that runs the plate's reducer, and remembers which plate was refused. */

import { useEffect, useRef, useState } from 'react'
import type { PlateLookupError } from '#journey/questions/car.ts'
import { useApi } from '#web/api/client.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { usePageSettings } from '#web/app/page-settings.ts'
import { fieldId } from '#web/components/field-errors.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { loginFailedPath } from '#web/features/quote-access/partner-quote.ts'
import { createPlateRegistration, type PlateRegistration } from './register-plate.ts'

export interface PlateHandle {
  /** To be called when the field is left and when something needs the plate. */
  left(): void
  /** What was found out about just what stands in the field. */
  refusal(): PlateLookupError | null
  /** A call without a response is being retried. */
  readonly isRepeating: boolean
}

export function usePlate(onRefused: (code: PlateLookupError) => void, onCleared: () => void): PlateHandle {
  const api = useApi()
  const draft = useDraft()
  const wizard = useNavigation()
  const { brand } = usePageSettings()
  const flow = useRef<PlateRegistration | null>(null)
  const refusal = useRef<PlateLookupError | null>(null)
  const [isRepeating, setRepeating] = useState(false)
  const latest = useRef({ onRefused, onCleared, leave: wizard.navigateTo })
  useEffect(() => {
    latest.current = { onRefused, onCleared, leave: wizard.navigateTo }
  })

  useEffect(() => {
    const started = createPlateRegistration({
      api,
      draft,
      source: brand.key,
      isTyping: () => document.activeElement?.id === fieldId('car.plate'),
      onRefused(code) {
        refusal.current = code
        latest.current.onRefused(code)
      },
      onCleared() {
        refusal.current = null
        latest.current.onCleared()
      },
      onRepeat: setRepeating,
      onFailed: what =>
        latest.current.leave(what === 'login' ? loginFailedPath(null, brand.key) : '/error-occurred'),
    })
    flow.current = started
    return () => started.stop()
  }, [api, draft, brand.key])

  return {
    left: () => flow.current?.left(),
    refusal: () => refusal.current,
    isRepeating,
  }
}
