/** Texts of the summary of answers in the declaration and in step 5 (payment). */
import type { IndicatorName, NonDecliningIndicator, YesNo } from '#journey/questions/yes-no-questions.ts'

/** The number of a driver's incidents in words: 'no incidents', '1 incident', '3 incidents'. */
export const incidentsText = (count: string): string =>
  count === '0' ? 'no incidents' : count === '1' ? '1 incident' : `${count} incidents`

/** `change` completes the link 'Change …'; `one` is the label of a row with one value. */
export const summaryText = {
  change: 'Change',
  car: { label: 'Car', change: 'car' },
  address: { label: 'Kept overnight at', change: 'overnight address' },
  finance: { label: 'Finance', change: 'finance', none: 'No finance' },
  drivers: { label: 'Drivers', one: 'Driver', change: 'drivers' },
  cover: { label: 'Cover', change: 'cover' },
  extras: { label: 'Extras', change: 'extras', none: 'None' },
  excess: { label: 'Excess', change: 'excess' },
  value: { label: 'Car value', change: 'car value' },
  start: { label: 'Policy start date', change: 'policy start date' },
  payment: { label: 'Payment', change: 'payment frequency' },
  policyholders: { label: 'Policyholders', one: 'Policyholder', change: 'policyholders' },
  postal: { label: 'Postal address', change: 'postal address' },
} as const

/** A text for each answer; one text if a YES is declined, because that YES never reaches a summary. */
type IndicatorValue<N> = N extends NonDecliningIndicator ? Readonly<Record<YesNo, string>> : string

/** The row of each yes/no answer; null where another row shows it. */
export const indicatorRows: {
  readonly [N in IndicatorName]: {
    readonly label: string
    readonly change: string
    readonly value: IndicatorValue<N>
  } | null
} = {
  businessUse: { label: 'Use', change: 'use of the car', value: 'Not used to earn an income, not modified' },
  modification: null,
  criminalRecord: { label: 'Criminal record', change: 'criminal record', value: 'None to declare' },
}
