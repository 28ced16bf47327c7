/**
 * Texts of step 3 and its price panel. Dialogs and lazily loaded sections have their own files in this
 * folder.
 */
import type { CoverType } from '#journey/cover.ts'

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
  uncheckedLine: 'Your price is not confirmed yet. Nothing is lost.',

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

  offlineText: "We're unable to give you an online quote at this time.",
  notInsurableText: 'We are unable to offer insurance for your car.',
  reasonOffline: 'we cannot give you a price online',
} as const
