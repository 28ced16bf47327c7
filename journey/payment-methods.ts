/** The payment methods: their keys, the card schemes with their names, and the confirmations for a direct debit. */

export const paymentMethods = ['Credit_Card', 'BANK_TRANSFER'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const cardSchemes = ['VISA', 'MASTER', 'AMEX'] as const
export type CardScheme = (typeof cardSchemes)[number]

/** Display names of the card schemes, by the partners' names in lower case. */
const schemeNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  master: 'Mastercard',
  mastercard: 'Mastercard',
  amex: 'American Express',
  'american express': 'American Express',
  american_express: 'American Express',
}

/** 'Mastercard ending in 70', for e-mails and documents; partners send two or four of the last digits, or none. */
export function cardText(card: { readonly scheme: string; readonly lastDigits: string }): string {
  const name = schemeNames[card.scheme.toLowerCase()] ?? 'Card'
  return card.lastDigits === '' ? name : `${name} ending in ${card.lastDigits}`
}

/** The confirmations a customer ticks before a direct debit; the policy stores them word for word. */
export const directDebitConsents = {
  authorised: 'I am authorised to operate this account',
  agreed: 'I agree to the direct debit terms',
} as const
