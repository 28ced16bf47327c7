/** Ties a card page to step 4's answers at the moment it was made: money paid there buys nothing for people put in since. */
import type { Payment } from '#db/payments.ts'
import type { Quote } from '#db/quotes.ts'
import { hashToken } from '#server/secrets.ts'

export const holdersHash = ({ policyholders }: Pick<Quote, 'policyholders'>): Buffer =>
  hashToken(JSON.stringify(policyholders))

/** Pages from before there was a hash are for whoever holds it. */
export const isForHolders = (
  { holders_hash: hash }: Pick<Payment, 'holders_hash'>,
  quote: Pick<Quote, 'policyholders'>,
): boolean => hash === null || hash.equals(holdersHash(quote))
