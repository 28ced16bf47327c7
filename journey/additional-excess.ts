/**
 * The additional excess for certain drivers. The quote, schedule and mails use it to show the excess for
 * an accident of a young driver.
 */
import { ageOn, type NzDay } from './dates.ts'
import { dollarsText } from './money.ts'

/** Whole dollars, added to the policy excess when such a driver has the accident. */
export const additionalExcesses = {
  under25: { listed: 500, unlisted: 1250 },
  inexperienced: { listed: 250, unlisted: 700 },
  driverHistory: 800,
} as const

/** Drivers below this age add to the excess. We do not ask how long a driver has had a licence. */
export const adultAge = 25

export const isYoungDriver = (dateOfBirth: NzDay, startDate: NzDay): boolean =>
  ageOn(startDate, dateOfBirth) < adultAge

export const youngDriverExcessText = (excessDollars: number): string =>
  dollarsText(excessDollars + additionalExcesses.under25.listed)

/** '$700', or with a named driver who is young '$700; $1,200 for an accident with a named driver under 25' */
export const excessText = (excessDollars: number, anyYoung: boolean): string =>
  anyYoung
    ? `${dollarsText(excessDollars)}; ${youngDriverExcessText(excessDollars)} for an accident with a named driver under ${adultAge}`
    : dollarsText(excessDollars)
