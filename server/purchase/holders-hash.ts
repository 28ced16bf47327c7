/** Ties a card page to step 4's answers at the moment it was made: money paid there buys nothing for people put in since. */
import type { Payment } from '#db/payments.ts'
import type { Quote } from '#db/quotes.ts'
import { paymentMethods } from '#journey/payment.ts'
import { hashToken } from '#server/secrets.ts'

export const holdersHash = ({ policyholders }: Pick<Quote, 'policyholders'>): Buffer =>
  hashToken(JSON.stringify(policyholders))

/**
 * Whichever way to pay is chosen by now: the money itself says that it was the card. The hash has the way that stood there
 * when the page was made, as nodes of the release before compare it, which would send the money of any other hash back.
 * Pages from before there was a hash are for whoever holds it.
 */
export const isForHolders = (
  { holders_hash: hash }: Pick<Payment, 'holders_hash'>,
  { policyholders }: Pick<Quote, 'policyholders'>,
): boolean =>
  hash === null ||
  hash.equals(holdersHash({ policyholders })) ||
  (policyholders !== null &&
    [null, ...paymentMethods].some(paymentMethod =>
      hash.equals(holdersHash({ policyholders: { ...policyholders, paymentMethod } })),
    ))
