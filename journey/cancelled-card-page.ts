/**
 * The address to which a cancelled card page returns the customer, and the mark by which the wizard
 * recognises it.
 */
import { resumePath } from './resume-path.ts'

/** Beside `back=yes`, which may stand in anybody's link: so that only the card page's way back says that nothing was charged. */
export const cancelledParameter = '#payment-cancelled'

/** The policyholder step of the quote. Without a token the id opens nothing: then the tab's own answers lead back. */
export function pathAfterCancelledCardPage(query: URLSearchParams): string {
  const token = query.get('token') ?? ''
  const id = query.get('uuid') || query.get('id') || ''
  return `${resumePath(token && id, token, 'yes')}${cancelledParameter}`
}
