/** Every sentence of step 5 and of the failure view inside the wizard. */
import { directDebitTicks } from '#journey/payment.ts'

export const paymentWords = {
  title: 'Payment',
  purpose: 'Check everything once more, then tell us which account to debit.',
  premiumTitle: 'Your premium',
  frequency: 'Payment frequency',
  amount: 'Amount',
  monthly: (amount: string, total: string) =>
    `We debit ${amount} from your bank account once a month, 12 times a year, ${total} in all. The first debit is taken on your payment start date.`,
  fortnightly: (amount: string, total: string) =>
    `We debit ${amount} from your bank account every two weeks, 26 times a year, ${total} in all. The first debit is taken on your payment start date.`,
  checkAnswers: 'Check your answers',
  bankTitle: 'Bank account',
  accountName: 'Bank account name',
  accountNumber: 'Bank account number',
  accountHint: 'For example, 12-3456-7890123-00',
  accountDoubt:
    'Please check this number: it does not look like a New Zealand bank account. You can still go on.',
  authoriser: 'Name of authoriser',
  authoriserHint: 'The person allowed to approve payments from this account',
  authorised: directDebitTicks.authorised,
  paymentStart: 'Payment start date',
  paymentStartHint: (first: string, last: string) =>
    `From ${first} to ${last}. Leave it empty to pay from the day cover starts.`,
  scheduleTitle: 'Your first debits',
  scheduleCaption: 'The first debits, by date',
  scheduleDate: 'Date',
  scheduleAmount: 'Amount',
  scheduleMore: (count: number) => `and so on, ${count} debits in the year. Your documents list them all.`,
  scheduleMoved: 'A debit that would fall on a weekend or public holiday is taken on the next business day.',

  termsTitle: 'Direct debit terms',
  termsLoading: 'Loading the terms…',
  termsMissing: 'The terms could not be loaded. Please close this and try again.',
  termsAgree: directDebitTicks.agreed,
  reasonTerms: 'agree to the direct debit terms',
  close: 'Close',

  binding: 'Setting up your policy…',
  confirming: 'We are confirming your policy…',
  confirmingDetail: 'This can take up to a minute. Please keep this page open. Nothing is taken twice.',
  uncheckedLine: 'The security check did not finish. Nothing was sent; you can press the button again.',

  failureTitle: 'Oops!',
  failureText: 'Sorry your payment has not been successful. Please try entering your bank details again.',
  failureKept: 'Your quote is kept. If a policy email has arrived, you are covered.',
  failureSafe: 'Nothing was taken twice, and pressing again is safe.',
  proceed: 'Proceed to payment',
  backToQuote: 'Go back to quote',
} as const
