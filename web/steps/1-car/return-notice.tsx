/** For who comes back to a quote: the way straight to the price, or the question who they are (ENTRY-10, D2). */

import { normalisePlate } from '#journey/plate.ts'
import { useAnswer, useFacts } from '#web/draft.ts'
import { ButtonLink } from '#web/form/button.tsx'
import { Later, laterPart } from '#web/later.tsx'
import { pathOfView, useWizard } from '#web/wizard.tsx'
import { returnWords } from '#web/words/return.ts'
import css from './car.module.css'

/** Only who opens a quote in another browser is asked. */
const ConfirmPerson = laterPart(() => import('./confirm-person.tsx').then(file => file.ConfirmPerson))

/** Whether the quote at hand holds people who were not shown here yet: nothing of it may be changed before (D2). */
export function useIsUnconfirmed(): boolean {
  const { quoteNumber, confirmPerson, registeredPlate } = useFacts()
  const isSameCar = normalisePlate(useAnswer('plate')) === registeredPlate
  return quoteNumber !== undefined && confirmPerson === true && isSameCar
}

/** @param isStopped an answer on the page keeps Next shut, so this must not lead past it */
export function ReturnNotice({ isStopped }: { isStopped: boolean }) {
  const wizard = useWizard()
  const { quote, quoteNumber, registeredPlate } = useFacts()
  const isUnconfirmed = useIsUnconfirmed()
  const isSameCar = normalisePlate(useAnswer('plate')) === registeredPlate
  if (!quoteNumber || !isSameCar) return null
  if (isUnconfirmed)
    return (
      <Later>
        <ConfirmPerson quoteNumber={quoteNumber} />
      </Later>
    )
  if (!quote || isStopped) return null
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
