/** Texts of the payment method in step 4, below the first viewport. */
import type { PaymentMethod } from '#journey/payment.ts'

export const paymentMethodText = {
  title: 'How you pay',
  methods: {
    Credit_Card: 'Direct Debit - Credit Card',
    BANK_TRANSFER: 'Direct Debit - Bank Transfer',
  } satisfies Record<PaymentMethod, string>,
  annualNote: 'A year paid at once is paid by card. Next takes you to our secure payment page.',
  paymentStartHint: (first: string, last: string) =>
    `From ${first} to ${last}. Your first payment is charged on the card page; the others are counted from this date. Leave it empty to count from the day cover starts.`,
  /** @param payment '$38.20 a fortnight' */
  cardPayments: (payment: string, count: number, total: string) =>
    `We debit ${payment} from your card, ${count} times a year, ${total} in all.`,
  notCharged: 'You have not been charged.',
} as const
