/**
 * The excess as text, including the additional excess of the named drivers. Every page that shows the full
 * excess uses it.
 */

import { excessText, isYoungDriver } from '#journey/cover.ts'
import { type NzDay, parseTypedDay } from '#journey/dates.ts'
import { coverChoiceOf } from '#journey/questions/quote.ts'
import type { DriversForm, QuoteForm } from '#journey/questions/quote-form.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { shownExcess } from './quote-price.ts'

export const namesYoungDriver = ({ drivers }: DriversForm, startDate: NzDay): boolean =>
  drivers.some(({ dateOfBirth }) => {
    const day = parseTypedDay(dateOfBirth.trim())
    return day !== null && isYoungDriver(day, startDate)
  })

/** '$700', or with a young driver '$700; $1,200 for an accident with a named driver under 25' */
export function claimExcessText(
  answers: Pick<QuoteForm, 'cover' | 'driver'>,
  quote: QuoteAttributes | undefined,
  today: NzDay,
): string {
  const { cover, voluntaryExcess, startDate } = coverChoiceOf(answers, today)
  return excessText(shownExcess(quote, cover, voluntaryExcess), namesYoungDriver(answers.driver, startDate))
}
