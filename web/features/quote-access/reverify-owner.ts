/**
 * Checks after a refused call whether the customer has to confirm their identity again, because another
 * device changed the quote. Used by failure-action.ts.
 */

import { pathOfStep } from '#journey/steps.ts'
import type { Api } from '#web/api/client.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { closedQuotePath } from './closed-quote-path.ts'

/**
 * The page that asks it, with all that was typed kept, or the page of a quote that the other device has bought; null where it
 * was refused for another reason.
 */
export async function identityCheckPath(api: Api, draft: Draft): Promise<string | null> {
  const { quoteId } = draft.state()
  const answer = await api.call('prospectCar', { query: { id: quoteId } })
  // The answers were cleared meanwhile, or are of another car.
  if (answer.outcome !== 'ok' || draft.state().quoteId !== quoteId) return null
  // Of a quote that is over the people are shown to nobody: no question to ask.
  const over = closedQuotePath(answer.data)
  if (over) return over
  const { confirmPerson: needsIdentityCheck, quoteNumber } = answer.data
  // Without a number nobody can show that a quote is theirs.
  if (!needsIdentityCheck || !quoteNumber) return null
  draft.setState({ needsIdentityCheck, quoteNumber, furthestStep: 'car' })
  return pathOfStep('car')
}
