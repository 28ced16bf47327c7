/** GET /vero/address/suggest: lines while the visitor types. An addition of ours; the specification leaves it to a widget. */
import { type Handler, reply } from '#server/lib/context.ts'

export const addressSuggest: Handler<'addressSuggest'> = async ({ query }, { addresses }) => {
  // As it was typed: a blank behind a number says that it is whole.
  const lines = query.q.trim().length < 3 ? [] : await addresses.suggest(query.q)
  return reply({ lines: lines.map(line => ({ addressId: line.addressId, text: line.text })) })
}
