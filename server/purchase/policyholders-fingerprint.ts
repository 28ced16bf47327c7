/**
 * A hash of step 4's answers that binds a card page to them: money paid there buys nothing for people who
 * were entered later.
 */
import type { Payment } from '#db/repositories/payments.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { hashToken } from '#server/lib/crypto.ts'
import { comparable } from '#server/quotes/ownership-change.ts'

/** Of the people and days alone: whichever way to pay is chosen by now, the money itself says that it was the card. */
export const policyholdersFingerprint = ({ policyholders }: Pick<Quote, 'policyholders'>): Buffer =>
  hashToken(JSON.stringify(comparable(policyholders && { ...policyholders, paymentMethod: null })))

/** A page without a hash is for whoever holds it. */
export const matchesPolicyholders = (
  { holders_hash: hash }: Pick<Payment, 'holders_hash'>,
  quote: Pick<Quote, 'policyholders'>,
): boolean => hash === null || hash.equals(policyholdersFingerprint(quote))
