/** The labels of step 5's fields in the error summary. */

import type { BankField } from '#journey/questions/payment.ts'
import { paymentText as words } from '#web/content/payment.ts'

const labels: Readonly<Record<BankField | 'paymentStartDate', string>> = {
  accountName: words.accountName,
  accountNumber: words.accountNumber,
  accountAuthorizer: words.authoriser,
  authorised: words.authorised,
  paymentStartDate: words.paymentStart,
}

export const paymentLabel = (field: string): string => labels[field as keyof typeof labels] ?? field
