/**
 * GET /vero/address/suggest: address lines while the customer types. This call is our addition; the
 * specification uses an external widget.
 */
import { type Handler, reply } from '#server/lib/context.ts'

export const addressSuggest: Handler<'addressSuggest'> = async ({ query }, { addresses }) => {
  // As it was typed: a blank behind a number says that it is whole.
  const lines = query.q.trim().length < 3 ? [] : await addresses.suggest(query.q)
  return reply({ lines: lines.map(line => ({ addressId: line.addressId, text: line.text })) })
}
