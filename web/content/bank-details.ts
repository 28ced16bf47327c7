/**
 * Texts of step 5 below the first viewport: the summary of answers, the bank account and the first debits.
 */
export const bankDetailsText = {
  checkAnswers: 'Check your answers',
  title: 'Bank account',
  accountHint: 'For example, 12-3456-7890123-00',
  accountDoubt:
    'Please check this number: it does not look like a New Zealand bank account. You can still go on.',
  authoriserHint: 'The person allowed to approve payments from this account',
  paymentStartRange: 'Choose a date from the day your cover starts to 14 days after',
  paymentStartHint: (first: string, last: string) =>
    `From ${first} to ${last}. Leave it empty to pay from the day cover starts.`,
  scheduleTitle: 'Your first debits',
  scheduleCaption: 'The first debits, by date',
  scheduleDate: 'Date',
  scheduleAmount: 'Amount',
  scheduleMore: (count: number) => `Show all ${count} debits`,
  scheduleMoved: 'A debit due on a weekend or public holiday is moved to a business day.',
} as const
