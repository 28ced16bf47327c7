/** POST /vero/document/retrieve: the schedule (PDF) of a policy, for its owner. */
import { findOwnedPolicy } from '#server/access/access-control.ts'
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const scheduleRetrieve: Handler<'documentRetrieve'> = async ({ body, visitor }, services) => {
  const found = await findOwnedPolicy(visitor, body.uuid, services)
  if (!found || found.policy.policy_number !== body.policyNumber) return refuse('NOT_FOUND')
  const { policy, brand } = found
  return reply(await services.pdfRenderer.schedule(policy.record, brand))
}
