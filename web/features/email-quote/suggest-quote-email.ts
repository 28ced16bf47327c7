/** The e-mail address that steps 3 and 4 suggest for 'Email my quote'. */

import type { Draft } from '#web/features/draft/draft-store.ts'

/**
 * Fills in policyholder 1's address, unless another address was typed. The quote shows people, so an earlier
 * suggestion follows a corrected address.
 */
export function suggestQuoteEmail(draft: Draft): void {
  const { email, policyholders } = draft.answers()
  const { suggestedEmail = '' } = draft.state()
  if (email.quoteEmail && email.quoteEmail !== suggestedEmail) return
  const suggested = policyholders.policyholders[0]?.email.trim() ?? ''
  draft.setAnswers({ email: { quoteEmail: suggested } })
  draft.setState({ suggestedEmail: suggested })
}
