/** POST /vero/document/retrieve: the schedule, to the session that bought this very policy (EDGE-14, T3). */
import { levelFor, ownsPolicy } from '#server/authority.ts'
import { type Handler, refuse, reply } from '#server/context.ts'

export const documentRetrieve: Handler<'documentRetrieve'> = async ({ body, visitor }, services) => {
  const level = await levelFor(visitor, body.uuid, services)
  const policy = ownsPolicy(level, visitor) ? await services.books.findPolicy(body.uuid) : undefined
  const brand = policy && services.brands.get(policy.brand)
  if (!policy || !brand || policy.policy_number !== body.policyNumber || brand.key !== visitor.brand.key)
    return refuse('NOT_FOUND')
  return reply(await services.press.schedule(policy.record, brand, policy.issued_at))
}
