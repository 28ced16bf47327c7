/** The second half of step 1, below the first viewport: use, overnight address and value. */

import { RepeatingNotice } from '#web/components/repeating-notice.tsx'
import { carText } from '#web/content/car.ts'
import { AddressQuestion } from './address-question.tsx'
import css from './car.module.css'
import { CarValueQuestion } from './car-value-question.tsx'
import { UsageQuestions } from './usage-questions.tsx'

export interface UsageAddressValueProps {
  /** Called when an answer means that the car cannot be insured. */
  readonly onSorry: () => void
  /** Opens the dialog to type the address by hand. */
  readonly onManual: () => void
  /** The value band look-up is being retried. */
  readonly isBandRepeating: boolean
}

export function UsageAddressValue({ onSorry, onManual, isBandRepeating }: UsageAddressValueProps) {
  return (
    <>
      <section className={css.group}>
        <h2>{carText.groups.use}</h2>
        <UsageQuestions onSorry={onSorry} />
      </section>
      <section className={css.group}>
        <h2>{carText.groups.where}</h2>
        <AddressQuestion onManual={onManual} />
        <CarValueQuestion />
        <RepeatingNotice on={isBandRepeating} />
      </section>
    </>
  )
}
