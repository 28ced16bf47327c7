/** The plate's flow for as long as the step is on the page, and which plate the register refused. */
import { useEffect, useRef } from 'react'
import { useApi } from '#web/api.ts'
import { useDraft } from '#web/draft.ts'
import { fieldId } from '#web/form/problems.ts'
import { usePage } from '#web/page.ts'
import { isPartnerQuote, loginFailedPath } from '#web/partner-quote.ts'
import { useWizard } from '#web/wizard.tsx'
import { createPlateFlow, type PlateFlow } from './plate-flow.ts'

export interface PlateHandle {
  /** To be called when the field is left and when something needs the plate. */
  left(): void
  /** Did the register refuse just what stands in the field? */
  isRefused(): boolean
}

export function usePlate(onRefused: () => void, onCleared: () => void): PlateHandle {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const { brand } = usePage()
  const flow = useRef<PlateFlow | null>(null)
  const isRefused = useRef(false)
  const latest = useRef({ onRefused, onCleared, leave: wizard.leave })
  useEffect(() => {
    latest.current = { onRefused, onCleared, leave: wizard.leave }
  })

  useEffect(() => {
    const started = createPlateFlow({
      api,
      draft,
      source: brand.key,
      isTyping: () => document.activeElement?.id === fieldId('plate'),
      onRefused() {
        isRefused.current = true
        latest.current.onRefused()
      },
      onCleared() {
        isRefused.current = false
        latest.current.onCleared()
      },
      onFailed: what =>
        latest.current.leave(
          what === 'login' ? loginFailedPath(isPartnerQuote(null, brand.key)) : '/error-occurred',
        ),
    })
    flow.current = started
    return () => started.stop()
  }, [api, draft, brand.key])

  return {
    left: () => flow.current?.left(),
    isRefused: () => isRefused.current,
  }
}
