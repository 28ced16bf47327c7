/** Texts and error messages of the start page and of its form for returning customers. */
import type { RetrieveErrorCode } from '#journey/questions/retrieve-quote.ts'
import { identityMessages } from './identity-check.ts'
import type { Messages } from './messages.ts'

export const startText = {
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
    'Drivers with a criminal record, or not yet over 18',
  ],
  carryOn: 'Carry on with the answers in this tab',
  welcomeBack: 'Welcome Back',
  welcomeBackPurpose: 'Enter your quote number and we fill in your answers.',
  quoteNumber: 'Quote Number',
  quoteNumberHint: 'You find it in the email we sent you',
  retrieve: 'Retrieve your quote',
  openingTitle: 'Your quote',
  opening: 'Opening your quote...',
} as const

export const retrieveMessages: Messages<RetrieveErrorCode> = {
  ...identityMessages,
  QUOTE_NUMBER_REQUIRED: 'Quote number is required to proceed.',
  QUOTE_NUMBER_INVALID: 'Invalid quote number.',
}
