/** The second half of step 1, below its first window: how the car is used, where it is kept and what it is worth. */
import { carWords } from '#web/words/car.ts'
import { AddressQuestion } from './address-question.tsx'
import css from './car.module.css'
import { UseQuestions } from './use-questions.tsx'
import { ValueQuestion } from './value-question.tsx'

export interface UseAndPlaceProps {
  /** An answer was given with which the car cannot be insured. */
  readonly onSorry: () => void
  /** The address is to be typed by hand. */
  readonly onManual: () => void
}

export function UseAndPlace({ onSorry, onManual }: UseAndPlaceProps) {
  return (
    <>
      <section className={css.group}>
        <h2>{carWords.groups.use}</h2>
        <UseQuestions onSorry={onSorry} />
      </section>
      <section className={css.group}>
        <h2>{carWords.groups.where}</h2>
        <AddressQuestion onManual={onManual} />
        <ValueQuestion />
      </section>
    </>
  )
}
