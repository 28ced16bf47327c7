/** Builds the bodies of the calls of step 4 (policyholder): quote/create with the policyholders, and payment/create. */
import type { RequestBodyOf } from '#contract/endpoints.ts'
import { encodePolicyholders } from '#contract/wire/policyholder.ts'
import type { NzDay } from '#journey/dates.ts'
import { cardReturnPaths } from '#journey/page-paths.ts'
import { cardSchemes } from '#journey/payment-methods.ts'
import { type FormAnswers, paymentMethodOf } from '#journey/questions/form-answers.ts'
import { businessNameOf, paymentStartOf, policyholdersOf } from '#journey/questions/policyholder.ts'
import type { DraftState, QuoteAttributes } from '#web/features/draft/draft-state.ts'

/** The body of valid answers; null while the quote or the postal address is not known. */
export function policyholdersRequestBody(
  answers: Pick<FormAnswers, 'cover' | 'policyholders' | 'payment'>,
  draftState: Pick<DraftState, 'quoteId' | 'postalAddress'>,
  today: NzDay,
): RequestBodyOf<'quoteCreate'> | null {
  const { quoteId, postalAddress } = draftState
  if (!quoteId || !postalAddress) return null
  return {
    id: quoteId,
    ...encodePolicyholders({
      policyholders: policyholdersOf(answers.policyholders),
      businessName: businessNameOf(answers.policyholders),
      postalAddress,
      paymentMethod: paymentMethodOf(answers),
      paymentStart: paymentStartOf(answers, today) || null,
    }),
  }
}

/** @param origin of this page: 'https://car.example.co.nz' */
export function cardPaymentRequestBody(
  origin: string,
  { quoteId, quote }: Pick<DraftState, 'quoteId'> & { quote?: Pick<QuoteAttributes, 'policyHistory'> },
): RequestBodyOf<'paymentCreate'> {
  const id = encodeURIComponent(quoteId ?? '')
  return {
    cancelUrl: `${origin}${cardReturnPaths.cancelled}?uuid=${id}`,
    failureUrl: `${origin}${cardReturnPaths.declined}?uuid=${id}`,
    successUrl: `${origin}${cardReturnPaths.approved}?id=${id}&uuid=${id}`,
    supportedCardTypes: [...cardSchemes],
    enable3DS: true,
    ...(quote && { policyHistory: quote.policyHistory }),
  }
}
