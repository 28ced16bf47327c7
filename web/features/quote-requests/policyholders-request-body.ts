/** Builds the body of quote/create for step 4 (policyholder). */

import type { RequestBodyOf } from '#contract/endpoints.ts'
import { encodePolicyholders } from '#contract/wire/policyholder.ts'
import type { NzDay } from '#journey/dates.ts'
import { type FormAnswers, paymentMethodOf } from '#journey/questions/form-answers.ts'
import { businessNameOf, paymentStartOf, policyholdersOf } from '#journey/questions/policyholder.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'

export type PolicyholdersRequestBody = Extract<RequestBodyOf<'quoteCreate'>, { policyHolderDetails: unknown }>

/** The body of valid answers; null while the quote or the postal address is not known. */
export function policyholdersRequestBody(
  answers: Pick<FormAnswers, 'cover' | 'policyholders' | 'payment'>,
  draftState: Pick<DraftState, 'quoteId' | 'postalAddress'>,
  today: NzDay,
): PolicyholdersRequestBody | null {
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
