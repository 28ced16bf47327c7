/** Handlers that read a policy's documents and the direct debit terms. */
import { policyCalendar } from '#documents/calendar.ts'
import { directDebitTerms } from '#documents/direct-debit-terms.ts'
import { findOwnedPolicy } from '#server/access/find-access-level.ts'
import { type Handler, okResult, problemResult } from '#server/lib/handler-types.ts'

export const documentRetrieve: Handler<'documentRetrieve'> = async ({ body, caller }, services) => {
  const policy = await findOwnedPolicy(caller, body.uuid, services)
  if (policy?.policy_number !== body.policyNumber) return problemResult('NOT_FOUND')
  return okResult(await services.pdfRenderer.schedule(policy.record, caller.brand))
}

/** The same dates as in the policy's mail. */
export const calendarRetrieve: Handler<'calendarRetrieve'> = async ({ query, caller }, services) => {
  const policy = await findOwnedPolicy(caller, query.uuid, services)
  return policy ? okResult(policyCalendar(policy.record, caller.brand)) : problemResult('NOT_FOUND')
}

/** Simple HTML, with every value escaped. */
export const directDebitTerm: Handler<'directDebitTerm'> = async ({ caller }) =>
  okResult(directDebitTerms(caller.brand))
