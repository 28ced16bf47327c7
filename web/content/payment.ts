/** Texts of step 5's first viewport, and its field labels, which the error summary uses too. */
import type { Frequency } from '#journey/cover.ts'
import { directDebitConsents } from '#journey/payment.ts'

const rhythms: Readonly<Record<Exclude<Frequency, 'ANNUAL'>, string>> = {
  FORTNIGHTLY: 'every two weeks',
  MONTHLY: 'once a month',
}

/** What instalments mean; a year paid at once needs no word. */
export const instalmentsLine = (
  frequency: Frequency,
  amount: string,
  payments: number,
  total: string,
): string | null =>
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
  paymentStart: 'Payment start date',
} as const
