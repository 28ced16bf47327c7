/** Payment frequencies in words. */
import type { Frequency } from '#journey/cover.ts'

export const frequencyNames: Readonly<Record<Frequency, string>> = {
  FORTNIGHTLY: 'Fortnightly',
  MONTHLY: 'Monthly',
  ANNUAL: 'Annual',
}

/** After an amount: '$38.20 a fortnight'. */
export const frequencyPhrases: Readonly<Record<Frequency, string>> = {
  FORTNIGHTLY: 'a fortnight',
  MONTHLY: 'a month',
  ANNUAL: 'a year',
}
