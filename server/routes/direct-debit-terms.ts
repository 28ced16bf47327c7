/** GET /vero/document/directdebit/term: the terms as HTML of plain tags, every value in it escaped (EDGE-14, PAY-04). */
import { directDebitTerms } from '#documents/direct-debit-terms.ts'
import { type Handler, reply } from '#server/lib/context.ts'

export const directDebitTerm: Handler<'directDebitTerm'> = async ({ visitor }) =>
  reply(directDebitTerms(visitor.brand))
