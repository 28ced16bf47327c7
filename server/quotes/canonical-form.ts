/** The canonical form of answers, for comparing them, and the fingerprint of a quote's policyholders. */
import type { Payment } from '#db/repositories/payments.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import { emailKey } from '#journey/email-address.ts'
import { nameKey } from '#journey/people.ts'
import { hashToken } from '#server/lib/crypto.ts'

/** Equal for all spellings of names and addresses. A key without a value is absent. */
export const canonicalForm = (answers: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answers, (_, value: unknown) => {
      if (typeof value !== 'string') return value
      return value.includes('@') ? emailKey(value) : nameKey(value)
    }),
  )

/**
 * Money paid on a card page buys nothing for people who were entered later. The chosen way to pay is left
 * out, because the payment itself shows that a card was used.
 */
export const policyholdersFingerprint = ({ policyholders }: Pick<Quote, 'policyholders'>): Buffer =>
  hashToken(JSON.stringify(canonicalForm(policyholders && { ...policyholders, paymentMethod: null })))

/** A card page without a hash fits any policyholders. */
export const matchesPolicyholders = (
  { policyholders_hash: hash }: Pick<Payment, 'policyholders_hash'>,
  quote: Pick<Quote, 'policyholders'>,
): boolean => hash === null || hash.equals(policyholdersFingerprint(quote))
