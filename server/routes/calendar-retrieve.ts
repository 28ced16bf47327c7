/**
 * GET /vero/document/calendar: the dates of a policy as an .ics file, the same as in its mail, for its
 * owner.
 */
import { policyCalendar } from '#documents/calendar.ts'
import { findOwnedPolicy } from '#server/access/access-control.ts'
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const calendarRetrieve: Handler<'calendarRetrieve'> = async ({ query, visitor }, services) => {
  const found = await findOwnedPolicy(visitor, query.uuid, services)
  return found ? reply(policyCalendar(found.policy.record, found.brand)) : refuse('NOT_FOUND')
}
