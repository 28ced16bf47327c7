/** Texts on when payments are made, the frequency and the first day; several pages use them. */
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

export const paymentStartText = {
  label: 'Payment start date',
  /** Does not contain the label, by which the field is found. */
  picker: 'Choose the first payment day from a calendar',
  cardHint: (first: string, last: string) =>
    `From ${first} to ${last}. Your first payment is charged on the card page; the others are counted from this date. Leave it empty to count from the day cover starts.`,
  bankHint: (first: string, last: string) =>
    `From ${first} to ${last}. Leave it empty to pay from the day cover starts.`,
} as const
