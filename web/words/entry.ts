/** What the entry screen says, and the two small forms by which somebody comes back to a quote. */
export const entryWords = {
  newcomerTitle: 'Car insurance, quoted in minutes',
  newcomerPurpose: 'About 5 minutes. No email needed to see your price.',
  start: 'Start a new quote',
  youNeed: 'What to have at hand',
  youNeedList: [
    'Your number plate',
    'The address where your car is kept overnight',
    'Names and dates of birth of everyone who drives it',
    'Claims, accidents and licence losses of the last 3 years',
  ],
  cannot: 'Who we cannot quote online',
  cannotList: [
    'Cars used to earn an income, such as rideshare or deliveries',
    'Modified cars, and cars worth more than $150,000',
    'Drivers with a criminal record, or who are not yet over 18',
  ],
  carryOn: 'Carry on with the answers in this tab',
  welcomeBack: 'Welcome Back',
  welcomeBackPurpose: 'Enter your quote number and we open your quote where you left it.',
  quoteNumber: 'Quote Number',
  quoteNumberHint: 'You find it in the email we sent you',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint:
    'The policyholder’s, or the main driver’s if you had not come to step 4. For example 27/03/1990',
  postcode: 'Postcode',
  postcodeHint: 'Of the address where the car is kept overnight',
  retrieve: 'Retrieve your quote',
  openingTitle: 'Your quote',
  opening: 'Opening your quote...',
} as const

export const returnWords = {
  found: 'Your quote',
  foundHelp: 'Your answers are filled in below. Check or change them, or go straight to your price.',
  continue: 'Continue to your quote',
  confirmTitle: 'Confirm it’s you',
  confirmHelp: 'Tell us two things to see the people on your quote and go on with it.',
  confirmFirst: 'we need to know first that it is you: please confirm at the top of this page',
  notYours: 'Not your quote? Start a new one',
  confirm: 'Confirm',
  confirmFailed: 'These details do not match your quote. Check them and try again.',
  confirmed: 'Thank you. All your answers are filled in.',
} as const
