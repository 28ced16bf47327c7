/** Steps 4 and 5 are for a price that is confirmed: without one they give way to step 3, which asks for it and has it declared. */
import { useEffect } from 'react'
import { pathOfStep } from '#journey/steps.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { today } from '#web/lib/server-clock.ts'

export function usePriceFirst(): void {
  const draft = useDraft()
  const { leave } = useWizard()
  useEffect(() => {
    void import('./quote-price.ts').then(
      ({ isConfirmed }) => {
        const { quote } = draft.facts()
        if (!quote || !isConfirmed(quote, draft.answers(), today()))
          leave(pathOfStep('quote'), { replace: true })
      },
      // Without network the server refuses it at Next.
      () => undefined,
    )
  }, [draft, leave])
}
