/** Steps 4 and 5 are for a price that is confirmed: without one they give way to step 3, which asks for it and has it declared. */
import { useEffect } from 'react'
import { pathOfStep } from '#journey/steps.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { today } from '#web/lib/server-clock.ts'

export function useRequireConfirmedPrice(): void {
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  useEffect(() => {
    void import('./quote-price.ts').then(
      ({ isPriceUpToDate: isConfirmed }) => {
        const { quote } = draft.state()
        if (!quote || !isConfirmed(quote, draft.answers(), today()))
          navigateTo(pathOfStep('quote'), { replace: true })
      },
      // Without network the server refuses it at Next.
      () => undefined,
    )
  }, [draft, navigateTo])
}
