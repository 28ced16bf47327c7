/** The notice of step 1 (car) for a returning customer: a link to the price, or 'Confirm it's you'. */
import { lazy, Suspense } from 'react'
import { normalizePlate } from '#journey/plate-and-car-value.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { InlineSpinner } from '#web/components/call-messages.tsx'
import { returningCustomerText } from '#web/content/car.ts'
import { useDraftSelector, useDraftState } from '#web/features/draft/draft-store.ts'
import { lazyFile } from '#web/lib/lazy-file.ts'
import { laterStep, pathOfView, useNavigation } from '#web/lib/screens-and-navigation.ts'
import './car-page.css'

const confirmIdentityFile = lazyFile(() => import('./lazy/confirm-identity.tsx'))
/** Most customers never see it. Without its file the error page opens. */
const ConfirmIdentity = lazy(async () => ({
  default: (await confirmIdentityFile.loadWithRetry()).ConfirmIdentity,
}))

/** The number of the draft's quote, if the plate on the page is that of its car. */
const useQuoteOfPlate = (): string | undefined =>
  useDraftSelector(({ car }, { quoteNumber, registeredPlate }) =>
    normalizePlate(car.plate) === registeredPlate ? quoteNumber : undefined,
  )

/** True if the quote has people who may be shown only after an identity check: until then it cannot be changed. */
export function useNeedsIdentityCheck(): boolean {
  const needsIdentityCheck = useDraftState(draftState => draftState.needsIdentityCheck)
  return useQuoteOfPlate() !== undefined && needsIdentityCheck === true
}

/** @param isStopped an answer on the page disables Next, so the notice must not lead past it */
export function ReturningCustomerNotice({ isStopped }: { isStopped: boolean }) {
  const navigation = useNavigation()
  const quote = useDraftState(draftState => draftState.quote)
  const needsIdentityCheck = useNeedsIdentityCheck()
  const furthest = useDraftState(draftState => draftState.furthestStep)
  const quoteNumber = useQuoteOfPlate()
  if (!quoteNumber) return null
  if (needsIdentityCheck)
    return (
      <Suspense fallback={<InlineSpinner />}>
        <ConfirmIdentity quoteNumber={quoteNumber} />
      </Suspense>
    )
  // After a change the old price does not apply: Next requests a new one.
  if (!quote || isStopped || laterStep('quote', furthest) !== furthest) return null
  return (
    <section className="stack gap-3 car-page-notice">
      <h2>
        {returningCustomerText.found} <span className="car-page-number">{quoteNumber}</span>
      </h2>
      <p>{returningCustomerText.foundHelp}</p>
      <ButtonLink href={pathOfView('quote')} onPress={() => navigation.goTo('quote')}>
        {returningCustomerText.continue}
      </ButtonLink>
    </section>
  )
}
