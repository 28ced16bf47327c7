/** The fingerprint of a quote's policyholders, which binds a card payment to the people that it was opened for. */

import type { Payment } from '#db/repositories/payments.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { hashToken } from '#server/lib/crypto.ts'
import { canonicalForm } from '#server/quotes/canonical-form.ts'

/**
 * A hash of step 4's people and dates that binds a card page to them: money paid there buys nothing for people who were
 * entered later. The chosen way to pay is left out, because the payment itself shows that a card was used.
 */
export const policyholdersFingerprint = ({ policyholders }: Pick<Quote, 'policyholders'>): Buffer =>
  hashToken(JSON.stringify(canonicalForm(policyholders && { ...policyholders, paymentMethod: null })))

/** A card page without a hash fits any policyholders. */
export const matchesPolicyholders = (
  { policyholders_hash: hash }: Pick<Payment, 'policyholders_hash'>,
  quote: Pick<Quote, 'policyholders'>,
): boolean => hash === null || hash.equals(policyholdersFingerprint(quote))
