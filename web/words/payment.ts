/** The sentences of step 5's first window, and its fields' names, which the error summary says too. */
import { directDebitTicks } from '#journey/payment.ts'

export const paymentWords = {
  title: 'Payment',
  purpose: 'Check everything once more, then tell us which account to debit.',
  premiumTitle: 'Your premium',
  frequency: 'Payment frequency',
  amount: 'Amount',
  monthly: (amount: string, payments: number, total: string) =>
    `We debit ${amount} from your bank account once a month, ${payments} times a year, ${total} in all. The first debit is taken on your payment start date.`,
  fortnightly: (amount: string, payments: number, total: string) =>
    `We debit ${amount} from your bank account every two weeks, ${payments} times a year, ${total} in all. The first debit is taken on your payment start date.`,
  accountName: 'Bank account name',
  accountNumber: 'Bank account number',
  authoriser: 'Name of authoriser',
  authorised: directDebitTicks.authorised,
  paymentStart: 'Payment start date',
} as const
