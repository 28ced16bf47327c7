/** Texts and error messages of step 5 (payment), with its direct debit terms dialog. */
import type { Frequency } from '#journey/cover.ts'
import { directDebitConsents } from '#journey/payment-methods.ts'
import type { PaymentErrorCode } from '#journey/questions/payment.ts'
import { freeTextNameMessages, type Messages, paymentStartMessages } from './messages.ts'

const rhythms: Readonly<Record<Exclude<Frequency, 'ANNUAL'>, string>> = {
  FORTNIGHTLY: 'every two weeks',
  MONTHLY: 'once a month',
}

/** What instalments mean; a year paid at once needs no word. */
export const instalmentsText = (frequency: Frequency, amount: string, payments: number, total: string) =>
  frequency === 'ANNUAL'
    ? null
    : `We debit ${amount} from your bank account ${rhythms[frequency]}, ${payments} times a year, ${total} in all. Your first debits are listed below.`

export const paymentText = {
  title: 'Payment',
  purpose: 'Check everything once more, then tell us which account to debit.',
  premiumTitle: 'Your premium',
  frequency: 'Payment frequency',
  amount: 'Amount',
  accountName: 'Bank account name',
  accountNumber: 'Bank account number',
  authoriser: 'Name of authoriser',
  authorised: directDebitConsents.authorised,
  checkAnswers: 'Check your answers',
  bankTitle: 'Bank account',
  accountHint: 'For example, 12-3456-7890123-00',
  accountDoubt:
    'Please check this number: it does not look like a New Zealand bank account. You can still go on.',
  authoriserHint: 'The person allowed to approve payments from this account',
  scheduleTitle: 'Your first debits',
  scheduleCaption: 'The first debits, by date',
  scheduleDate: 'Date',
  scheduleAmount: 'Amount',
  scheduleMore: (count: number) => `Show all ${count} debits`,
  scheduleMoved: 'A debit due on a weekend or public holiday is moved to a business day.',
} as const

export const paymentFailedText = {
  title: 'Oops!',
  text: 'Sorry your payment has not been successful. Please try entering your bank details again.',
  outdated:
    'Your quote has changed, or the day its cover starts has passed. Go back to your quote to see what it costs now.',
  kept: 'Your quote is kept. If a policy email has arrived, you are covered from the day it names.',
  safe: 'Nothing was taken twice, and pressing again is safe.',
  proceed: 'Proceed to payment',
  backToQuote: 'Go back to quote',
} as const

/** The direct debit terms dialog, and its wait for the policy. */
export const directDebitTermsText = {
  title: 'Direct debit terms',
  loading: 'Loading the terms…',
  missing: 'The terms could not be loaded. Please close this and try again.',
  agree: directDebitConsents.agreed,
  reasonAgree: 'agree to the direct debit terms',
  reasonLoading: 'wait for the terms',
  reasonMissing: 'close this and try again: the terms are not here yet',
  close: 'Close',
  waitingTitle: 'Setting up your policy',
  binding: 'Setting up your policy…',
  confirming: 'We are confirming your policy…',
  confirmingDetail: 'This can take up to a minute. Please keep this page open. Nothing is taken twice.',
} as const

export const paymentMessages: Messages<PaymentErrorCode> = {
  ...freeTextNameMessages,
  ...paymentStartMessages,
  ACCOUNT_NAME_REQUIRED: 'Please enter bank account name',
  ACCOUNT_NUMBER_REQUIRED: 'Please enter bank account number',
  AUTHORISER_REQUIRED: 'Please enter authoriser name',
  AUTHORISATION_REQUIRED: 'Please check the authorization',
}
