/**
 * Checks after a refused call whether the customer has to confirm their identity again, because another
 * device changed the quote. Used by failure-action.ts.
 */

import { pathOfStep } from '#journey/steps.ts'
import type { Api } from '#web/api/client.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { closedQuotePath } from './closed-quote-path.ts'

/**
 * The page that asks for the identity and keeps all typed answers, or the page of a quote that another device bought; null when
 * the call was refused for another reason.
 */
export async function identityCheckPath(api: Api, draft: Draft): Promise<string | null> {
  const { quoteId } = draft.state()
  const answer = await api.call('prospectCar', { query: { id: quoteId } })
  // The answers were cleared during the request, or belong to another car now.
  if (answer.outcome !== 'ok' || draft.state().quoteId !== quoteId) return null
  // A closed quote shows its people to nobody, so there is no identity to confirm.
  const over = closedQuotePath(answer.data)
  if (over) return over
  const { confirmPerson: needsIdentityCheck, quoteNumber } = answer.data
  // Without a quote number the customer cannot confirm that the quote is theirs.
  if (!needsIdentityCheck || !quoteNumber) return null
  draft.setState({ needsIdentityCheck, quoteNumber, furthestStep: 'car' })
  return pathOfStep('car')
}
