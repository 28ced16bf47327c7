/** Handlers of the address search, for the overnight address of the car and for the postal address. */
import { type Handler, reply } from '#server/lib/handler-types.ts'
import { searchAddress } from '#server/quotes/address-search.ts'

export const addressRisk: Handler<'addressRisk'> = ({ body }, services) =>
  searchAddress(body, 'RISK', services)

export const addressPostal: Handler<'addressPostal'> = ({ body }, services) =>
  searchAddress(body, 'POSTAL', services)

/** Address lines while the customer types: an addition, because the specification uses an external widget. */
export const addressSuggest: Handler<'addressSuggest'> = async ({ query }, { addresses }) => {
  // The text is sent as typed: a blank after a number means that the number is complete.
  const lines = query.q.trim().length < 3 ? [] : await addresses.suggest(query.q)
  return reply({ lines: lines.map(line => ({ addressId: line.addressId, text: line.text })) })
}
