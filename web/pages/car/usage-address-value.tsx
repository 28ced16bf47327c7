/** The second half of step 1, below the first viewport: use, overnight address and value. */

import { RepeatingNotice } from '#web/components/repeating-notice.tsx'
import { carText } from '#web/content/car.ts'
import { AddressQuestion } from './address-question.tsx'
import css from './car.module.css'
import { CarValueQuestion } from './car-value-question.tsx'
import { UsageQuestions } from './usage-questions.tsx'

export interface UsageAddressValueProps {
  /** An answer was given with which the car cannot be insured. */
  readonly onSorry: () => void
  /** The address is to be typed by hand. */
  readonly onManual: () => void
  /** What cars like this are worth is asked for once more. */
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
