/** Builds the body of payment/create for step 4 (policyholder), and checks the URL of a payment page. */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { cardSchemes } from '#journey/payment-methods.ts'
import type { DraftState, QuoteAttributes } from '#web/features/draft/draft-state.ts'

/** @param origin of this page: 'https://car.example.co.nz' */
export function cardPaymentRequestBody(
  origin: string,
  { quoteId, quote }: Pick<DraftState, 'quoteId'> & { quote?: Pick<QuoteAttributes, 'policyHistory'> },
): RequestBodyOf<'paymentCreate'> {
  const id = encodeURIComponent(quoteId ?? '')
  return {
    cancelUrl: `${origin}/cc-payment-cancel?uuid=${id}`,
    failureUrl: `${origin}/cc-payment-failure?uuid=${id}`,
    successUrl: `${origin}/cc-payment-success?id=${id}&uuid=${id}`,
    supportedCardTypes: [...cardSchemes],
    enable3DS: true,
    ...(quote && { policyHistory: quote.policyHistory }),
  }
}
