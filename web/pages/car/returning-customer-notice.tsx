/** For who comes back to a quote: the way straight to the price, or the question who they are (ENTRY-10, D2). */

import { normalisePlate } from '#journey/plate.ts'
import { further, pathOfView, useWizard } from '#web/app/navigation.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { returnWords } from '#web/content/returning-customer.ts'
import { useAnswer, useFromFacts } from '#web/features/draft/draft-store.ts'
import { Later, laterPart } from '#web/lib/lazy.tsx'
import css from './car.module.css'

/** Only who opens a quote in another browser is asked. */
const ConfirmPerson = laterPart(() => import('./confirm-identity.tsx').then(file => file.ConfirmPerson))

/** The number of the quote at hand, if the plate on the page is that of its car. */
function useQuoteOfPlate(): string | undefined {
  const quoteNumber = useFromFacts(facts => facts.quoteNumber)
  const registeredPlate = useFromFacts(facts => facts.registeredPlate)
  const plate = normalisePlate(useAnswer('plate'))
  return plate === registeredPlate ? quoteNumber : undefined
}

/** Whether the quote at hand holds people who were not shown here yet: nothing of it may be changed before (D2). */
export function useIsUnconfirmed(): boolean {
  const confirmPerson = useFromFacts(facts => facts.confirmPerson)
  return useQuoteOfPlate() !== undefined && confirmPerson === true
}

/** @param isStopped an answer on the page keeps Next shut, so this must not lead past it */
export function ReturnNotice({ isStopped }: { isStopped: boolean }) {
  const wizard = useWizard()
  const quote = useFromFacts(facts => facts.quote)
  const confirmPerson = useFromFacts(facts => facts.confirmPerson)
  const furthest = useFromFacts(facts => facts.furthest)
  const quoteNumber = useQuoteOfPlate()
  if (!quoteNumber) return null
  if (confirmPerson)
    return (
      <Later>
        <ConfirmPerson quoteNumber={quoteNumber} />
      </Later>
    )
  // With an answer changed the price is that of another: Next leads to its own.
  if (!quote || isStopped || further('quote', furthest) !== furthest) return null
  return (
    <section className={css.notice}>
      <h2>
        {returnWords.found} <span className={css.number}>{quoteNumber}</span>
      </h2>
      <p>{returnWords.foundHelp}</p>
      <ButtonLink href={pathOfView('quote')} onPress={() => wizard.go('quote')}>
        {returnWords.continue}
      </ButtonLink>
    </section>
  )
}
