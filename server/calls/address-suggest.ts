/** GET /vero/address/suggest: lines while the visitor types. An addition of ours; the specification leaves it to a widget. */
import { type Handler, reply } from '#server/context.ts'

export const addressSuggest: Handler<'addressSuggest'> = async ({ query }, { addresses }) => {
  const typed = query.q.trim()
  const lines = typed.length < 3 ? [] : await addresses.suggest(typed)
  return reply({ lines: lines.map(line => ({ addressId: line.addressId, text: line.text })) })
}
