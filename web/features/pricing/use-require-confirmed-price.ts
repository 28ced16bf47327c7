/** The hook of steps 4 and 5 that goes back to step 3 while the price is not confirmed and declared. */

import { useEffect } from 'react'
import { pathOfStep } from '#journey/steps.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { today } from '#web/lib/server-clock.ts'
import { isPriceUpToDate } from './quote-price.ts'

export function useRequireConfirmedPrice(): void {
  const draft = useDraft()
  const { navigateTo } = useNavigation()
  useEffect(() => {
    const { quote } = draft.state()
    if (!quote || !isPriceUpToDate(quote, draft.answers(), today()))
      navigateTo(pathOfStep('quote'), { replace: true })
  }, [draft, navigateTo])
}
