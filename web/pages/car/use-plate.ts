/** The hook of step 1 that registers the plate and reports its message, its retries and failures. */

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PlateLookupError } from '#journey/questions/car.ts'
import { useApi } from '#web/api/client.ts'
import { errorPath, useNavigation } from '#web/app/navigation.tsx'
import { usePageSettings } from '#web/app/page-settings.ts'
import { fieldId } from '#web/components/field.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { loginFailedPath } from '#web/features/quote-access/partner-quote.ts'
import { createPlateRegistration, type PlateFailure, type PlateRegistration } from './register-plate.ts'

export interface PlateHandle extends Pick<PlateRegistration, 'left' | 'refusal'> {
  /** A call without a response is being retried. */
  readonly isRepeating: boolean
}

export function usePlate({
  addError,
  clearError,
}: Pick<FormHandle<PlateLookupError>, 'addError' | 'clearError'>): PlateHandle {
  const api = useApi()
  const draft = useDraft()
  const navigation = useNavigation()
  const { brand } = usePageSettings()
  const registration = useRef<PlateRegistration | null>(null)
  const [isRepeating, setIsRepeating] = useState(false)
  const onFailed = useEffectEvent((failure: PlateFailure) =>
    navigation.navigateTo(failure === 'login-refused' ? loginFailedPath(null, brand.key) : errorPath),
  )

  useEffect(() => {
    const created = createPlateRegistration({
      api,
      draft,
      source: brand.key,
      isTyping: () => document.activeElement?.id === fieldId('car.plate'),
      onRefused: code => addError({ field: 'car.plate', code }),
      onCleared: () => clearError('car.plate'),
      onFailed,
      onRepeat: setIsRepeating,
    })
    registration.current = created
    return () => created.stop()
  }, [api, draft, brand.key, addError, clearError])

  return {
    left: () => registration.current?.left(),
    refusal: () => registration.current?.refusal() ?? null,
    isRepeating,
  }
}
