/** Texts on cover and payment that several pages show: extras, frequencies, calendar buttons, first debit. */
import { type CoverOption, type Frequency, hireCarDays, roadsideCallOuts } from '#journey/cover.ts'
import { type Cents, moneyText } from '#journey/money.ts'

export const coverOptionText = {
  excessFreeWindow: {
    label: 'Excess-free window',
    help: 'No excess when only the windscreen or other glass of your car is damaged.',
  },
  hireCar: {
    label: 'Hire car',
    help: `A hire car for up to ${hireCarDays} days while your car is repaired or missing after something we cover.`,
  },
  roadsideAssistance: {
    label: 'Roadside assistance',
    help: `Help day and night: flat battery, flat tyre, no fuel, locked-in keys or a tow. Up to ${roadsideCallOuts} call-outs a year. You pay no excess.`,
  },
} as const satisfies Record<CoverOption, { label: string; help: string }>

export const frequencyNames: Readonly<Record<Frequency, string>> = {
  FORTNIGHTLY: 'Fortnightly',
  MONTHLY: 'Monthly',
  ANNUAL: 'Annual',
}

export const frequencyPhrases: Readonly<Record<Frequency, string>> = {
  FORTNIGHTLY: 'a fortnight',
  MONTHLY: 'a month',
  ANNUAL: 'a year',
}

/** One payment: '$38.20 a fortnight'. */
export const paymentPhrase = (cents: Cents, frequency: Frequency): string =>
  `${moneyText(cents)} ${frequencyPhrases[frequency]}`

/** Names of the buttons that open a calendar; none contains its field's label, by which the field is found. */
export const datePickerText = {
  coverStart: 'Choose the first day of cover from a calendar',
  paymentStart: 'Choose the first payment day from a calendar',
} as const

/** The first debit, by card in step 4 or by bank account in step 5. */
export const paymentStartText = {
  label: 'Payment start date',
  cardHint: (first: string, last: string) =>
    `From ${first} to ${last}. Your first payment is charged on the card page; the others are counted from this date. Leave it empty to count from the day cover starts.`,
  bankHint: (first: string, last: string) =>
    `From ${first} to ${last}. Leave it empty to pay from the day cover starts.`,
} as const
