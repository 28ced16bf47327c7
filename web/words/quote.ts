/** Every sentence of step 3, its dialogs and its price panel, and of the summary of answers. */
import type { CoverType } from '#journey/cover.ts'
import type { PriceStepCode } from '#journey/price-table.ts'

export const quoteWords = {
  title: 'Your quote',
  purpose: 'Choose your cover. You can change these until you pay.',
  updating: 'Updating price…',
  confirming: 'being confirmed',
  noPriceYet: 'We’re still working out your price',
  noPriceOnline: 'No price online',
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
  compare: 'Compare the three covers',
  compareCaption: 'What each cover pays for',
  compareRow: 'What is covered',
  cell: { yes: 'Yes', no: 'No', optional: 'Optional' },
  excessRow: 'Excess',
  excessChosen: 'You choose',
  excessFixed: (amount: string) => `${amount} fixed`,

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
  additionalExcessIntro:
    'Added to your excess when one of these drivers has the accident. Several may apply together.',
  additionalExcessCaption: 'Additional excess by driver',
  additionalDriver: 'Driver',
  additionalListed: 'Named on the policy',
  additionalUnlisted: 'Not named',
  close: 'Close',

  optionsTitle: 'Extras',
  options: {
    excessFreeWindow: {
      label: 'Excess-free window',
      help: 'No excess when only the windscreen or other glass of your car is damaged.',
    },
    hireCar: {
      label: 'Hire car',
      help: 'A hire car for up to 14 days while your car is repaired or missing after something we cover.',
    },
    roadsideAssistance: {
      label: 'Roadside assistance',
      help: 'Help day and night: flat battery, flat tyre, no fuel, locked-in keys or a tow.',
    },
  },

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

  wording: 'Policy wording (PDF)',
  documentsTitle: 'What is in this cover',
  benefitsTitle: 'Included',
  optionalTitle: 'You can add',
  exclusionsTitle: 'Not covered',
  coolingOff:
    'You can cancel within 21 days of the start of cover and get your money back, if you made no claim.',

  email: 'Email my quote',
  print: 'Print my quote',
  emailTitle: 'Save this quote for later',
  emailIntro: 'We send you a link to this quote. No marketing, just this one email.',
  emailLabel: 'Email',
  emailSend: 'Send',
  emailSending: 'Sending…',
  emailSent: 'Email sent!',
  emailDone: 'Done',
  emailSentTo: (address: string) => `A copy of your quote was sent to ${address}.`,
  emailFailed: 'The email could not be sent. Your quote is kept here; you can try again.',

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

  breakdown: 'How your price is made up',
  breakdownCaption: 'Steps of your price, in dollars a year',
  breakdownStep: 'Step',
  breakdownAmount: 'Amount',
  annualPrice: 'Price for a year paid at once',
  instalmentLoading: 'Paying in instalments',
  yearTotalRow: 'Total for the year',
  payments: (count: number, amount: string) => `${count} payments of ${amount}`,

  declarationTitle: 'Disclosure and declaration',
  declaration: [
    'Everything the insurer decides rests on your answers: whether to insure your car, at what price, and whether to pay a claim.',
    'You must tell us everything you know, or should know, that would influence an insurer. If an answer is wrong or something is missing, a claim may be refused or the policy treated as if it had never been.',
    'By agreeing you declare that the answers below are true and complete, that every driver named here knows their details are given to us, and that we may give them to the insurer and check them against claims registers.',
  ],
  agree: 'I agree',
  reasonAgree: 'tick ‘I agree’',
  checkAnswers: 'Check your answers',

  offlineText: "We're unable to give you an online quote at this time.",
  notInsurableText: 'We are unable to offer insurance for your car.',
  reasonOffline: 'we cannot give you a price online',
} as const

export const priceStepNames: Readonly<Record<PriceStepCode, string>> = {
  BASE_LIABILITY: 'Base price: damage you cause to others',
  BASE_FIRE_THEFT: 'Base price: fire and theft of your car',
  BASE_OWN_DAMAGE: 'Base price: accident damage to your car',
  AREA: 'Where the car is kept',
  VEHICLE: 'Make and model',
  DRIVERS: 'Ages of the drivers',
  INCIDENTS: 'Incidents of the last three years',
  EXCESS: 'Your excess',
  BUSINESS_APPLICANT: 'Business applicant',
  MINIMUM_PREMIUM: 'Up to the lowest price of this cover',
  EXCESS_FREE_WINDOW: 'Excess-free window',
  HIRE_CAR: 'Hire car',
  ROADSIDE_ASSISTANCE: 'Roadside assistance',
  ROUNDING: 'Rounding',
  FENZ_LEVY: 'Fire and Emergency levy',
  GST: 'GST (15%)',
}

/** The summary of answers in the declaration and in step 5. `change` finishes the link 'Change …'. */
export const answerWords = {
  change: 'Change',
  car: { label: 'Car', change: 'car' },
  address: { label: 'Kept overnight at', change: 'overnight address' },
  use: { label: 'Use', change: 'use of the car', value: 'Not used to earn an income, not modified' },
  finance: { label: 'Finance', change: 'finance', none: 'No finance' },
  drivers: { label: 'Drivers', change: 'drivers' },
  criminalRecord: { label: 'Criminal record', change: 'criminal record', none: 'None' },
  cover: { label: 'Cover', change: 'cover' },
  extras: { label: 'Extras', change: 'extras', none: 'None' },
  excess: { label: 'Excess', change: 'excess' },
  value: { label: 'Car value', change: 'car value' },
  start: { label: 'Policy start date', change: 'policy start date' },
  payment: { label: 'Payment', change: 'payment frequency' },
  policyholders: { label: 'Policyholders', change: 'policyholders' },
  postal: { label: 'Postal address', change: 'postal address' },
} as const
