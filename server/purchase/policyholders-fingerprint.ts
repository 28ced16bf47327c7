/**
 * A hash of step 4's answers that binds a card page to them: money paid there buys nothing for people who
 * were entered later.
 */
import type { Payment } from '#db/repositories/payments.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { hashToken } from '#server/lib/crypto.ts'
import { canonicalForm } from '#server/quotes/ownership-change.ts'

/** The hash covers people and dates only: the payment itself shows that a card was used. */
export const policyholdersFingerprint = ({ policyholders }: Pick<Quote, 'policyholders'>): Buffer =>
  hashToken(JSON.stringify(canonicalForm(policyholders && { ...policyholders, paymentMethod: null })))

/** A card page without a hash fits any policyholders. */
export const matchesPolicyholders = (
  { policyholders_hash: hash }: Pick<Payment, 'policyholders_hash'>,
  quote: Pick<Quote, 'policyholders'>,
): boolean => hash === null || hash.equals(policyholdersFingerprint(quote))
