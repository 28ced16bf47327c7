/** The second half of step 1, below its first window: how the car is used, where it is kept and what it is worth. */
import { Repeating } from '#web/components/repeating-notice.tsx'
import { carWords } from '#web/content/car.ts'
import { AddressQuestion } from './address-question.tsx'
import css from './car.module.css'
import { ValueQuestion } from './car-value-question.tsx'
import { UsageQuestions } from './usage-questions.tsx'

export interface UsageAndPlaceProps {
  /** An answer was given with which the car cannot be insured. */
  readonly onSorry: () => void
  /** The address is to be typed by hand. */
  readonly onManual: () => void
  /** What cars like this are worth is asked for once more. */
  readonly isBandRepeating: boolean
}

export function UsageAndPlace({ onSorry, onManual, isBandRepeating }: UsageAndPlaceProps) {
  return (
    <>
      <section className={css.group}>
        <h2>{carWords.groups.use}</h2>
        <UsageQuestions onSorry={onSorry} />
      </section>
      <section className={css.group}>
        <h2>{carWords.groups.where}</h2>
        <AddressQuestion onManual={onManual} />
        <ValueQuestion />
        <Repeating on={isBandRepeating} />
      </section>
    </>
  )
}
