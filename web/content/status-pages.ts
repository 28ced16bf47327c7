/** Texts of the status pages: success, refund, end of the session, error. */
import { coolingOffDays, propertyLiabilityLimitDollars } from '#journey/cover.ts'

export const statusPagesText = {
  success: {
    title: 'Payment successful',
    covered: 'You’re covered from the start date in your schedule',
    coveredFrom: (day: string) => `You’re covered from ${day}`,
    loading: 'Loading your payment details…',
    loadingLong: 'Still confirming your payment. Please keep this page open.',
    loadingTitle: 'Your payment',
    missingTitle: 'Your payment',
    missing: 'Unable to load payment details. Please try again.',
    missingHelp: 'Your payment may have gone through. Check your email before paying again.',
    tryAgain: 'Try again',
    details: 'Premium details',
    frequency: 'Payment frequency',
    policyNumber: 'Policy number',
    policyType: 'Policy type',
    amountCovered: 'Amount covered',
    /** Of third party, fire and theft, as mail and schedule say it. */
    marketValue: (most: string) => `Market value of your car, up to ${most}`,
    noAmount: `Damage to other people’s property, up to $${propertyLiabilityLimitDollars / 1_000_000} million`,
    download: 'Download policy details',
    calendar: 'Add the dates to my calendar',
    print: 'Print this page',
    preparing: 'Preparing your file…',
    downloadHelp: 'We email your documents to you as well.',
    downloadFailed: 'The file could not be downloaded. Try again, or find it in your email.',
    check: `Please check your documents carefully, and tell us within ${coolingOffDays} days of the start of cover if anything is wrong.`,
    nextTitle: 'What happens next',
    next: [
      'You get an email with your schedule, your policy wording and a calendar file. Look in your spam folder if it is not there in a few minutes.',
      'Read your schedule and check that every answer in it is right.',
      'If another policy covers this car, cancel it from the day this one starts.',
    ],
    coolingOff: (lastDay: string) =>
      `You can cancel until ${lastDay}, ${coolingOffDays} days after cover starts, and get your money back, if you have made no claim.`,
    coolingOffNoDay: `You can cancel within ${coolingOffDays} days of the start of cover and get your money back, if you have made no claim.`,
    anotherQuote: 'Get a quote for another car',
    mechanicalBreakdown: 'See mechanical breakdown insurance',
  },
  refunded: {
    title: 'Your payment',
    text: 'This payment did not buy a policy. All of it goes back to your card.',
    why: 'The quote was changed, or its start date or last day passed after the payment page was opened, or the insurer could not take it on. You have no cover from this payment.',
    when: 'Most banks show the money within five business days. There is nothing you need to do to get it.',
    /** On the page of a policy that another payment bought. */
    otherPayment:
      'You also paid by card. That payment did not buy this policy, and all of it goes back to your card.',
    backToQuote: 'Go back to quote',
  },
  sessionExpired: {
    title: 'Session Expired',
    text: 'To keep your answers private we ended your session and cleared them from this page.',
    detail:
      'A quote with a price is kept: the link in our email brings it back, or its number with a date of birth and postcode.',
    button: 'Get another quote',
  },
  error: {
    pageTitle: 'Something went wrong',
    title: 'Oops!',
    text: 'An unexpected error occurred. Please try again.',
    kept: 'Any answers you gave are kept in this tab.',
    keptPaying:
      'Your answers are kept in this tab, but for bank details. If you were paying, your payment may have gone through: look in your email before you pay again.',
    over: 'Your session has ended, and your answers are cleared from this page. If you were paying, your payment may have gone through: look in your email before you pay again.',
    link: 'Try again',
    quoteNumber: (quoteNumber: string) => `Your quote number is ${quoteNumber}.`,
  },
  /** On the success page and the page of a failed card payment. */
  notCharged: 'Your card has not been charged, and your quote is kept.',
  /** Before the phone number and its hours. */
  help: 'Any questions? Call',
} as const
