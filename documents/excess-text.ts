/** The excess of a claim as text, with named drivers under 25, for the schedule and the mails. */

import {
  additionalExcesses,
  adultAge,
  excessText,
  isYoungDriver,
  youngDriverExcessText,
} from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import type { QuoteRecord } from '#journey/policy-record.ts'

type Insured = Pick<QuoteRecord, 'drivers' | 'choice' | 'excessDollars'>

const youngDrivers = ({ drivers, choice }: Insured) =>
  drivers.filter(({ dateOfBirth }) => isYoungDriver(dateOfBirth, choice.startDate))

export const recordExcessText = (record: Insured): string =>
  excessText(record.excessDollars, youngDrivers(record).length > 0)

/** The note below the large excess on page 1. */
export const excessNote = (record: Insured): string =>
  youngDrivers(record).length === 0
    ? 'Some drivers pay more: see ‘Your excess’.'
    : `With a named driver under ${adultAge}: ${youngDriverExcessText(record.excessDollars)}. See ‘Your excess’.`

/** The named drivers whose age raises the excess, and the amount; null if no driver is young. */
export function youngDriversText(record: Insured): string | null {
  const names = youngDrivers(record).map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  if (names.length === 0) return null
  const all = new Intl.ListFormat('en-NZ').format(names)
  const added = dollarsText(additionalExcesses.under25.listed)
  return `${all} ${names.length === 1 ? 'is' : 'are'} under ${adultAge} when cover begins: until they turn ${adultAge}, an accident with them driving costs you ${added} more, ${youngDriverExcessText(record.excessDollars)} with the policy excess.`
}
