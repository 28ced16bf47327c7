/** GET /vero/document/directdebit/term: the direct debit terms as simple HTML, with every value escaped. */
import { directDebitTerms } from '#documents/direct-debit-terms.ts'
import { type Handler, reply } from '#server/lib/context.ts'

export const directDebitTerm: Handler<'directDebitTerm'> = async ({ visitor }) =>
  reply(directDebitTerms(visitor.brand))
