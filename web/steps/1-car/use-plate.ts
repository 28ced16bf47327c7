/** The plate's flow for as long as the step is on the page, and which plate the register refused. */
import { useCallback, useEffect, useRef } from 'react'
import { normalisePlate } from '#journey/plate.ts'
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

export function usePlate(onRefused: () => void, onChanged: () => void): PlateHandle {
  const api = useApi()
  const draft = useDraft()
  const wizard = useWizard()
  const { brand } = usePage()
  const flow = useRef<PlateFlow | null>(null)
  const refused = useRef<string | null>(null)
  const latest = useRef({ onRefused, onChanged, leave: wizard.leave })
  useEffect(() => {
    latest.current = { onRefused, onChanged, leave: wizard.leave }
  })

  useEffect(() => {
    const started = createPlateFlow({
      api,
      draft,
      source: brand.key,
      isTyping: () => document.activeElement?.id === fieldId('plate'),
      onRefused() {
        refused.current = normalisePlate(draft.answers().plate ?? '')
        latest.current.onRefused()
      },
      onChanged() {
        refused.current = null
        latest.current.onChanged()
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
    left: useCallback(() => flow.current?.left(), []),
    isRefused: useCallback(() => refused.current !== null, []),
  }
}
