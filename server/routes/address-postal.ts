/** POST /vero/address/postal: the addresses that match a search, for the postal address. */
import type { Handler } from '#server/lib/context.ts'
import { searchAddress } from '#server/quotes/address-search.ts'

export const addressPostal: Handler<'addressPostal'> = ({ body }, services) =>
  searchAddress(body, 'POSTAL', services)
