/** Every sentence of step 3 and its price panel; its popups, and what comes in files of their own, have theirs beside. */
import type { CoverType } from '#journey/cover.ts'

export const quoteWords = {
  title: 'Your quote',
  purpose: 'Choose your cover. You can change these until you pay.',
  updating: 'Updating price…',
  noPriceYet: 'We’re still working out your price',
  reasonNoPrice: 'wait for your price, or call us',
  reasonValue: 'press ‘Update car value’ to see your new price',
  tryAgain: 'Try again',
  uncheckedLine: 'The security check did not finish, so your price was not confirmed. Nothing is lost.',

  coverTabs: 'Cover',
  seePrice: 'See price',
  coverMeanings: {
    COMPREHENSIVE: 'Your car and damage you cause to others',
    THIRD_PARTY_FIRE_THEFT: 'Fire and theft of your car, and damage you cause to others',
    THIRD_PARTY: 'Damage you cause to other people’s cars and property',
  } satisfies Record<CoverType, string>,

  carValueLabel: 'Car value',
  carValueHint: (min: string, max: string) => `Between ${min} and ${max}, whole dollars`,
  carValuePlainHint: 'What you would expect to pay for the same car today',
  updateCarValue: 'Update car value',
  valueUnsaved: 'Not in your price yet',
  valueUpdated: 'Car value updated',

  excessLegend: 'Excess',
  excessHint: 'What you pay towards a claim. A higher excess means a lower price.',
  excessExample: (repair: string, excess: string) =>
    `For example, a repair costs ${repair} and your excess is ${excess}: you pay ${excess}, the insurer pays the rest.`,
  excessIsFixed: (amount: string) =>
    `Your excess is ${amount}. It is the same for everybody with this cover.`,
  additionalExcess: 'Additional Excess',

  optionsTitle: 'Extras',

  frequencyLegend: 'Payment frequency',
  frequencyHint: 'Annual is paid by card. The total is what you pay over the whole year.',
  yearTotal: (amount: string) => `${amount} for the year`,

  startLabel: 'Policy start date',
  startHint: (first: string, last: string) =>
    `From ${first} to ${last}, day/month/year. Leave it empty to start today.`,

  addressTitle: 'Where the car is kept overnight',
  addressChange: 'Change address',
  addressLabel: 'New overnight address',
  addressHint: 'Your price follows where the car is kept most nights',
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
  panelHelp: (phone: string) => `Questions? Call ${phone} with your quote number.`,
  changedUp: (amount: string, phrase: string) => `${amount} more ${phrase} than before your last change`,
  changedDown: (amount: string, phrase: string) => `${amount} less ${phrase} than before your last change`,
  changedSame: 'Your last change left the price as it was',

  offlineText: "We're unable to give you an online quote at this time.",
  notInsurableText: 'We are unable to offer insurance for your car.',
  reasonOffline: 'call us: we cannot give you a price online',
} as const
