/** POST /vero/document/retrieve: the schedule, to whoever owns this very policy (EDGE-14, T3). */
import { policyAtHand } from '#server/access/access-control.ts'
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const documentRetrieve: Handler<'documentRetrieve'> = async ({ body, visitor }, services) => {
  const found = await policyAtHand(visitor, body.uuid, services)
  if (!found || found.policy.policy_number !== body.policyNumber) return refuse('NOT_FOUND')
  const { policy, brand } = found
  return reply(await services.press.schedule(policy.record, brand))
}
