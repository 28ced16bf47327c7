/** What a claim costs with the drivers who are named: schedule and mails say it wherever they say the excess (QUOTE-04). */
import { additionalExcesses } from '#journey/cover.ts'
import { ageOn } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import type { QuoteRecord } from '#journey/policy-record.ts'

type Insured = Pick<QuoteRecord, 'drivers' | 'choice' | 'excessDollars'>

/** Of what adds to the excess only age can be told from the answers; how long somebody has been licensed is not asked. */
const grownUpAt = 25

const youngDrivers = ({ drivers, choice }: Insured) =>
  drivers.filter(({ dateOfBirth }) => ageOn(choice.startDate, dateOfBirth) < grownUpAt)

const withYoungText = ({ excessDollars }: Insured): string =>
  dollarsText(excessDollars + additionalExcesses.under25.listed)

/** '$700; $1,200 for an accident with a named driver under 25' */
export function excessText(record: Insured): string {
  const excess = dollarsText(record.excessDollars)
  return youngDrivers(record).length === 0
    ? excess
    : `${excess}; ${withYoungText(record)} for an accident with a named driver under ${grownUpAt}`
}

/** Beside the excess in large type. */
export const excessNote = (record: Insured): string =>
  youngDrivers(record).length === 0
    ? 'Some drivers pay more: see ‘Your excess’.'
    : `With a named driver under ${grownUpAt}: ${withYoungText(record)}. See ‘Your excess’.`

/** Who of those named pays more, and how much; null where nobody is young. */
export function youngDriversText(record: Insured): string | null {
  const names = youngDrivers(record).map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  if (names.length === 0) return null
  const all = new Intl.ListFormat('en-NZ').format(names)
  const added = dollarsText(additionalExcesses.under25.listed)
  return `${all} ${names.length === 1 ? 'is' : 'are'} under ${grownUpAt} when cover begins: until they turn ${grownUpAt}, an accident with them driving costs you ${added} more, ${withYoungText(record)} with the policy excess.`
}
