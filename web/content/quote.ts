/** Texts and error messages of step 3 (quote), except its declaration and price breakdown. */
import { type CoverType, youngDriverAgeLimit } from '#journey/cover.ts'
import type { QuoteErrorCode } from '#journey/questions/quote.ts'
import { underwriter } from '#journey/underwriter.ts'
import { carValueMessages, type Messages } from './messages.ts'

export const quoteText = {
  title: 'Your quote',
  purpose: 'Choose your cover. You can change it until you pay.',
  updating: 'Updating price…',
  notConfirmed: 'Not confirmed',
  noPriceYet: 'We’re still working out your price',
  noPriceOnline: 'No price online',
  reasonNoPrice: 'wait for your price, or call us',
  reasonValue: 'press ‘Update car value’ to see your new price',
  reasonRefused: 'change your last choice: we cannot give you a price with it online',
  repriced: 'Your price has changed. Please look at it, then press Next again.',
  tryAgain: 'Try again',
  unconfirmedLine: 'Your price is not confirmed yet. Nothing is lost.',
  coverTabs: 'Cover',
  seePrice: 'See price',
  coverMeanings: {
    COMPREHENSIVE: 'Your car and damage you cause to others',
    THIRD_PARTY_FIRE_THEFT: 'Fire and theft of your car, and damage you cause to others',
    THIRD_PARTY: 'Damage you cause to other people’s cars and property',
  } satisfies Record<CoverType, string>,
  carValueLabel: 'Car value',
  additionalExcess: 'Additional Excess',
  startLabel: 'Policy start date',
  addressLabel: 'New overnight address',
  addressNotFound: 'Address not found. Please enter address manually.',
  addressChanged: (text: string) => `The car is kept at ${text}. Updating price…`,
  print: 'Print my quote',
  forTheYear: 'for the year',
  panelTitle: 'Your price',
  premium: 'Premium',
  details: 'Details',
  gst: (amount: string) => `Includes GST of ${amount} in the year`,
  yearLine: (amount: string) => `${amount} in total for the year`,
  panelExcess: 'Your excess',
  panelValue: 'Car value',
  panelStart: 'Starts',
  panelNumber: 'Quote number',
  panelValid: 'Valid until',
  panelHelp: (phone: string) => `Questions? Call ${phone}.`,
  changedUp: (amount: string, phrase: string) => `${amount} more ${phrase} than before your last change`,
  changedDown: (amount: string, phrase: string) => `${amount} less ${phrase} than before your last change`,
  changedSame: 'Your last change left the price as it was',
  referredText: "We're unable to give you an online quote at this time.",
  notInsurableText: 'We are unable to offer insurance for your car.',
  reasonReferred: 'we cannot give you a price online',
} as const

export const coverFieldsText = {
  carValueHint: (min: string, max: string) => `Between ${min} and ${max}, whole dollars`,
  carValuePlainHint: 'What you would expect to pay for the same car today',
  updateCarValue: 'Update car value',
  valueUnsaved: 'Not in your price yet',
  valueUpdated: 'Car value updated',
  excessLegend: 'Excess',
  excessHint: 'What you pay towards a claim. A higher excess means a lower price.',
  excessExample: (repair: string, excess: string) =>
    `For example, a repair costs ${repair} and your excess is ${excess}: you pay ${excess}, the insurer pays the rest.`,
  excessIsFixed: (amount: string) => `Your excess is ${amount}. It cannot be changed with this cover.`,
  excessOfYoung: (excess: string) =>
    `If a named driver under ${youngDriverAgeLimit} has the accident, you pay ${excess}.`,
  optionsTitle: 'Extras',
  frequencyLegend: 'Payment frequency',
  frequencyHint: 'Annual is paid by card. The total is what you pay over the whole year.',
  yearTotal: (amount: string) => `${amount} for the year`,
  startHint: (first: string, last: string) =>
    `From ${first} to ${last}, day/month/year. Leave it empty to start today.`,
  addressTitle: 'Where the car is kept overnight',
  addressChange: 'Change address',
  addressKeep: 'Keep this address',
  addressHint: 'Your price follows where the car is kept most nights',
  askedTitle: 'What this price is for',
} as const

export const coverDetailsText = {
  compare: 'Compare the three covers',
  compareCaption: 'What each cover pays for',
  compareRow: 'What is covered',
  cell: { yes: 'Yes', no: 'No', optional: 'Optional' },
  excess: 'Excess',
  excessChosen: 'You choose',
  excessFixed: (amount: string) => `${amount} fixed`,
  title: 'What is in this cover',
  benefits: 'Included',
  optional: 'You can add',
  exclusions: 'Not covered',
  whoWeAre: `In these lists ‘we’ is ${underwriter.name}, who would insure you.`,
  coolingOff:
    'You can cancel within 21 days of the start of cover and get your money back, if you have made no claim.',
  wording: 'Policy wording (PDF)',
} as const

export const additionalExcessText = {
  intro: 'Added to your excess when one of these drivers has the accident. Several may apply together.',
  caption: 'Additional excess by driver',
  driver: 'Driver',
  listed: 'Listed driver',
  unlisted: 'Driver not listed',
  close: 'Close',
} as const

export const quoteMessages: Messages<QuoteErrorCode> = {
  ...carValueMessages,
  CAR_VALUE_OUT_OF_BAND: ({ min, max }) => `We would expect your car’s value to be between ${min} and ${max}`,
  START_DATE_RANGE: 'Choose a start date from today to 30 days ahead',
  ADDRESS_NOT_FOUND: quoteText.addressNotFound,
}
