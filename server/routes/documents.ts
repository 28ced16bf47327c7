/** Handlers of the documents: a policy's schedule (PDF) and dates (.ics) for its owner, and the direct debit terms. */
import { policyCalendar } from '#documents/calendar.ts'
import { directDebitTerms } from '#documents/direct-debit-terms.ts'
import { findOwnedPolicy } from '#server/access/access-control.ts'
import { type Handler, refuse, reply } from '#server/lib/handler-types.ts'

export const documentRetrieve: Handler<'documentRetrieve'> = async ({ body, caller }, services) => {
  const found = await findOwnedPolicy(caller, body.uuid, services)
  if (!found || found.policy.policy_number !== body.policyNumber) return refuse('NOT_FOUND')
  const { policy, brand } = found
  return reply(await services.pdfRenderer.schedule(policy.record, brand))
}

/** The same dates as in the policy's mail. */
export const calendarRetrieve: Handler<'calendarRetrieve'> = async ({ query, caller }, services) => {
  const found = await findOwnedPolicy(caller, query.uuid, services)
  return found ? reply(policyCalendar(found.policy.record, found.brand)) : refuse('NOT_FOUND')
}

/** Simple HTML, with every value escaped. */
export const directDebitTerm: Handler<'directDebitTerm'> = async ({ caller }) =>
  reply(directDebitTerms(caller.brand))
