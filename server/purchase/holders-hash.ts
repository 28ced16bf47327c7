/** Binds a card page to what step 4 said when it was made, who is to hold the policy before all: what is paid there is not for anybody put in their place since. */
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
